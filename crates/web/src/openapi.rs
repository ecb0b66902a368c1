//! The machine-readable description of the routes, served as it stands. What requests and answers look like is written into it
//! from the types, and so are the types of the page: `BOUTON_BLESS=1 cargo test -p bouton-web openapi`.

/// OpenAPI 3.1.
pub(crate) const TEXT: &str = include_str!("../openapi.json");

#[cfg(test)]
mod tests {
    use super::TEXT;
    use crate::ask::Route;
    use crate::ask::schema::{Asked, answers, asked};
    use crate::fault::ErrorBody;
    use crate::typescript;
    use schemars::generate::{Contract, SchemaSettings};
    use schemars::{JsonSchema, Schema, SchemaGenerator};
    use serde_json::{Map, Value as Json, json};
    use std::path::Path;

    /// The types of the page.
    const PAGE: &str = "../../web/src/api/schema.ts";

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "describes what is written")]
    struct Refused {
        error: ErrorBody,
    }

    fn generator(contract: Contract) -> SchemaGenerator {
        let settings = SchemaSettings::draft2020_12().with(|s| {
            s.definitions_path = "/components/schemas".into();
            s.meta_schema = None;
            s.contract = contract;
        });
        settings.into_generator()
    }

    /// Notes for readers of Rust are of no use in a description.
    fn plain(value: &mut Json) {
        match value {
            Json::Object(map) => {
                map.retain(|key, value| match key.as_str() {
                    "title" | "format" => !value.is_string(),
                    "minimum" => *value != 0,
                    _ => true,
                });
                map.values_mut().for_each(plain);
            }
            Json::Array(list) => list.iter_mut().for_each(plain),
            _ => {}
        }
    }

    /// An entry a line.
    fn laid_out(value: &Json, depth: usize) -> String {
        match value {
            Json::Object(map) if depth > 0 => {
                let entry = |(key, value): (&String, &Json)| {
                    format!("{}: {}", json!(key), laid_out(value, depth - 1))
                };
                format!("{{\n{}\n}}", map.iter().map(entry).collect::<Vec<_>>().join(",\n"))
            }
            _ => value.to_string(),
        }
    }

    /// One object of a position and of what else is asked about it.
    fn merged(parts: [Schema; 2]) -> Json {
        let [mut whole, more] = parts.map(Json::from);
        for key in ["properties", "required"] {
            match (&mut whole[key], more.get(key)) {
                (Json::Object(a), Some(Json::Object(b))) => a.extend(b.clone()),
                (Json::Array(a), Some(Json::Array(b))) => a.extend(b.clone()),
                _ => {}
            }
        }
        whole
    }

    /// Every route is described, and nothing else; requests and answers look like their types.
    #[test]
    fn openapi_is_made_from_the_types() {
        let mut all: Json = serde_json::from_str(TEXT).unwrap_or_default();
        let (mut sent, mut got) = (generator(Contract::Deserialize), generator(Contract::Serialize));
        let mut routes: Vec<(&str, &str, Route)> =
            Route::POSTED.iter().map(|(path, route)| (*path, "post", *route)).collect();
        routes.push(("/api/games", "get", Route::Games));
        routes.push(("/api/games/{id}", "get", Route::Game));
        routes.push(("/api/language", "get", Route::Language));
        routes.push(("/api/lessons", "get", Route::Lessons));
        routes.push(("/api/lessons/{lesson}", "get", Route::Lesson));
        routes.push(("/api/answer", "post", Route::Answer));
        for (path, method, route) in &routes {
            let about = &mut all["paths"][path][method];
            assert!(about.is_object(), "{path} is not described");
            about["responses"]["200"]["content"]["application/json"]["schema"] =
                json!(answers(*route, &mut got));
            if *method == "post" {
                about["requestBody"]["content"]["application/json"]["schema"] = match asked(*route, &mut sent)
                {
                    Asked::Alone(schema) => json!(schema),
                    Asked::At(parts) => merged(parts),
                };
            }
        }
        let others = ["/api/health", "/api/openapi.json"];
        let paths = all["paths"].as_object().map_or(0, Map::len);
        assert_eq!(paths, routes.len() + others.len(), "a path is described that is no route");
        let refused = got.subschema_for::<Refused>();
        let mut schemas = got.take_definitions(true);
        schemas.extend(sent.take_definitions(true));
        schemas.sort_keys();
        all["components"]["schemas"] = Json::Object(schemas);
        for response in
            all["components"]["responses"].as_object_mut().into_iter().flat_map(|r| r.values_mut())
        {
            response["content"]["application/json"]["schema"] = json!(refused);
        }
        plain(&mut all["paths"]);
        plain(&mut all["components"]["schemas"]);
        let types = typescript::types(&all["components"]["schemas"]);
        for (name, made) in [("openapi.json", laid_out(&all, 3) + "\n"), (PAGE, types)] {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
            if std::env::var_os("BOUTON_BLESS").is_some() {
                std::fs::write(file, made).unwrap();
            } else {
                let text = std::fs::read_to_string(file).unwrap();
                assert!(made == text, "{name} is not what the types say; BOUTON_BLESS=1 makes it anew");
            }
        }
    }
}
