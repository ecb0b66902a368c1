//! Does an answer fit what a document shows, or a schema?

use serde_json::Value as Json;

/// What is shown must be there; `"…"` stands for anything, in a list for any number of elements, and keys that are not shown
/// may be there. A text that ends with `…` shows how it begins. `None` if it fits, else where it does not.
pub(crate) fn misfit(shown: &Json, found: &Json, place: &str) -> Option<String> {
    match (shown, found) {
        (Json::String(s), _) if s == "…" => None,
        (Json::String(s), Json::String(f)) if s.ends_with('…') => {
            let start = s.trim_end_matches('…');
            (!f.starts_with(start)).then(|| format!("{place}: {f:?} does not begin with {start:?}"))
        }
        (Json::Object(s), Json::Object(f)) => s.iter().find_map(|(key, value)| match f.get(key) {
            Some(there) => misfit(value, there, &format!("{place}.{key}")),
            None => Some(format!("{place}.{key} is missing")),
        }),
        (Json::Array(s), Json::Array(f)) => list_misfit(s, f, place),
        _ => (shown != found).then(|| format!("{place}: {found} is not {shown}")),
    }
}

fn list_misfit(shown: &[Json], found: &[Json], place: &str) -> Option<String> {
    let gap = |v: &Json| v == "…";
    match shown.split_first() {
        None => (!found.is_empty()).then(|| format!("{place} has {} elements too many", found.len())),
        Some((first, rest)) if gap(first) => {
            let fits = (0..=found.len()).any(|skip| list_misfit(rest, &found[skip..], place).is_none());
            (!fits).then(|| format!("{place}: nothing fits {}", Json::Array(rest.to_vec())))
        }
        Some((first, rest)) => match found.split_first() {
            None => Some(format!("{place} is too short")),
            Some((there, more)) => {
                misfit(first, there, &format!("{place}[]")).or_else(|| list_misfit(rest, more, place))
            }
        },
    }
}

/// A value against a schema of OpenAPI, as far as this description uses schemas. `None` if it fits.
pub(crate) fn unlike(schema: &Json, value: &Json, all: &Json, place: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        return unlike(all.pointer(name.trim_start_matches('#'))?, value, all, place);
    }
    if let Some(list) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        let faults: Vec<String> = list.iter().map_while(|s| unlike(s, value, all, place)).collect();
        return (faults.len() == list.len()).then(|| faults.join(" / "));
    }
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed.contains(value)
    {
        return Some(format!("{place}: {value} is none of {}", schema["enum"]));
    }
    let is = |kind: &Json| match kind.as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => true,
    };
    let right = match &schema["type"] {
        Json::Array(kinds) => kinds.iter().any(is),
        kind => is(kind),
    };
    if !right {
        return Some(format!("{place}: {value} is no {}", schema["type"]));
    }
    if let Some(object) = value.as_object() {
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str);
        let missing = required.clone().find(|key| !object.contains_key(*key));
        if let Some(key) = missing {
            return Some(format!("{place}.{key} is missing"));
        }
        return object.iter().find_map(|(key, value)| {
            unlike(schema["properties"].get(key)?, value, all, &format!("{place}.{key}"))
        });
    }
    let items = schema.get("items")?;
    value.as_array()?.iter().find_map(|v| unlike(items, v, all, &format!("{place}[]")))
}
