//! The schemas of the description as types of TypeScript, for the page.

use serde_json::Value as Json;

/// A file that exports every schema under its name.
pub(crate) fn types(schemas: &Json) -> String {
    let mut out = String::from(
        "// Made from the types of the server: BOUTON_BLESS=1 cargo test -p bouton-web openapi. Integers beyond 2^53 come as decimal text.\n",
    );
    for (name, schema) in schemas.as_object().into_iter().flatten() {
        out.push_str(&format!("\n{}export type {name} = {};\n", note(schema, ""), of(schema, "")));
    }
    out
}

/// What is said of it, as a comment.
fn note(schema: &Json, indent: &str) -> String {
    let said = schema["description"].as_str().map(|d| d.replace('\n', " "));
    said.map_or_else(String::new, |d| format!("{indent}/** {d} */\n"))
}

/// A type; the lines of an object are indented by so much.
fn of(schema: &Json, indent: &str) -> String {
    let list = |key: &str| schema[key].as_array().map(Vec::as_slice).unwrap_or_default();
    let united = |schemas: &[Json]| schemas.iter().map(|s| of(s, indent)).collect::<Vec<_>>().join(" | ");
    if let Some(one) = schema.get("const") {
        return one.to_string();
    }
    if !list("enum").is_empty() {
        return list("enum").iter().map(Json::to_string).collect::<Vec<_>>().join(" | ");
    }
    // What must hold at once.
    let mut all = Vec::new();
    all.extend(schema["$ref"].as_str().and_then(|r| r.rsplit('/').next()).map(String::from));
    if schema.get("properties").is_some() {
        all.push(object(schema, indent));
    }
    all.extend(["anyOf", "oneOf"].into_iter().map(list).filter(|l| !l.is_empty()).map(united));
    match &all[..] {
        [] => {}
        [one] => return one.clone(),
        several => return several.iter().map(|t| alone(t)).collect::<Vec<_>>().join(" & "),
    }
    let plain = |name: &str| match name {
        "integer" if schema["maximum"] == 1 => "0 | 1".into(),
        "integer" | "number" => "number".into(),
        "array" => array(schema, indent),
        "object" if schema["additionalProperties"].is_object() => {
            format!("Readonly<Record<string, {}>>", of(&schema["additionalProperties"], indent))
        }
        "object" => "Readonly<Record<string, unknown>>".into(),
        same => String::from(same),
    };
    match &schema["type"] {
        Json::String(name) => plain(name),
        Json::Array(names) => {
            names.iter().filter_map(Json::as_str).map(plain).collect::<Vec<_>>().join(" | ")
        }
        _ => "unknown".into(),
    }
}

/// A type as part of another one.
fn alone(of: &str) -> String {
    match of.contains(" | ") || of.contains(" & ") || of.starts_with("readonly ") {
        true => format!("({of})"),
        false => of.into(),
    }
}

fn array(schema: &Json, indent: &str) -> String {
    let item = of(&schema["items"], indent);
    let tuple = |items: Vec<String>| format!("readonly [{}]", items.join(", "));
    match (schema["prefixItems"].as_array(), schema["minItems"].as_u64()) {
        (Some(items), _) => tuple(items.iter().map(|s| of(s, indent)).collect()),
        (None, Some(n)) if schema["maxItems"] == n => tuple(vec![item; n as usize]),
        _ => format!("readonly {}[]", alone(&item)),
    }
}

fn object(schema: &Json, indent: &str) -> String {
    let deeper = format!("{indent}  ");
    let needed = |key: &str| schema["required"].as_array().is_some_and(|r| r.iter().any(|k| k == key));
    let mut out = String::from("{\n");
    for (key, value) in schema["properties"].as_object().into_iter().flatten() {
        let mut given = of(value, &deeper);
        if !needed(key) {
            // What may be left out is left out where it would be null.
            given = given.strip_suffix(" | null").map_or(given.clone(), String::from);
        }
        let optional = if needed(key) { "" } else { "?" };
        out.push_str(&note(value, &deeper));
        out.push_str(&format!("{deeper}readonly {key}{optional}: {given};\n"));
    }
    out + indent + "}"
}
