//! Values as JSON: a number while every reader can hold it (2^53), a decimal text beyond.

use crate::value::Value;
use serde::{Serialize, Serializer};

/// Larger integers are not kept exact by every reader of JSON.
const EXACT: u64 = 1 << 53;

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Int(i) if i.unsigned_abs() <= EXACT => to.serialize_i64(*i),
            Value::Bool(yes) => to.serialize_bool(*yes),
            Value::List(items) | Value::Set(items) => items.serialize(to),
            Value::Text(text) => to.serialize_str(text),
            Value::Known(set) => to.serialize_str(set.name()),
            Value::Int(_) | Value::Big(_) | Value::Graph(_) => to.collect_str(self),
        }
    }
}

impl schemars::JsonSchema for Value {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Value".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let list = generator.subschema_for::<Vec<Value>>();
        schemars::json_schema!({
            "anyOf": [{ "type": "integer" }, { "type": "string" }, { "type": "boolean" }, list],
        })
    }
}
