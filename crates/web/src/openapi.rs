//! The machine-readable description of the routes, served as it stands.

/// OpenAPI 3.1.
pub(crate) const TEXT: &str = include_str!("../openapi.json");

#[cfg(test)]
mod tests {
    use super::TEXT;
    use crate::ask::Route;
    use serde_json::Value as Json;
    use std::collections::BTreeSet;

    /// Every route is described, and nothing else.
    #[test]
    fn the_description_lists_the_routes() {
        let json: Json = serde_json::from_str(TEXT).unwrap_or_default();
        let paths = json["paths"].as_object().cloned().unwrap_or_default();
        let described: BTreeSet<(String, String)> = paths
            .iter()
            .flat_map(|(path, methods)| {
                let methods = methods.as_object().cloned().unwrap_or_default();
                methods.keys().map(|m| (path.clone(), m.clone())).collect::<Vec<_>>()
            })
            .collect();
        let got = ["/api/games", "/api/games/{id}", "/api/language", "/api/health", "/api/openapi.json"];
        let routes: BTreeSet<(String, String)> = Route::POSTED
            .iter()
            .map(|(path, _)| (path.to_string(), "post".to_string()))
            .chain(got.iter().map(|path| (path.to_string(), "get".to_string())))
            .collect();
        assert_eq!(described, routes);
    }
}
