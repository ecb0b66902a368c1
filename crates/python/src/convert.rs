//! JSON and values of the rules language as objects of Python.

use bouton::language::value::Value;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use serde::Serialize;
use serde_json::Value as Json;

/// An answer as the dictionaries and lists that `--json` prints.
pub(crate) fn answer<'py>(
    py: Python<'py>,
    answer: &(impl Serialize + ?Sized),
) -> PyResult<Bound<'py, PyAny>> {
    json(py, &bouton::report::json(answer, crate::lang()))
}

/// JSON as dictionaries and lists.
pub(crate) fn json<'py>(py: Python<'py>, json: &Json) -> PyResult<Bound<'py, PyAny>> {
    match json {
        Json::Null => Ok(py.None().into_bound(py)),
        Json::Bool(b) => (*b).into_bound_py_any(py),
        Json::Number(n) => match (n.as_i64(), n.as_u64()) {
            (Some(i), _) => i.into_bound_py_any(py),
            (None, Some(u)) => u.into_bound_py_any(py),
            _ => n.as_f64().into_bound_py_any(py),
        },
        Json::String(text) => text.into_bound_py_any(py),
        Json::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(self::json(py, item)?)?;
            }
            Ok(list.into_any())
        }
        Json::Object(entries) => {
            let dict = PyDict::new(py);
            for (key, value) in entries {
                dict.set_item(key, self::json(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// A value of a field or a choice: a number, a text, a tuple.
pub(crate) fn value<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Int(i) => (*i).into_bound_py_any(py),
        Value::Big(big) => (**big).clone().into_bound_py_any(py),
        Value::Bool(b) => (*b).into_bound_py_any(py),
        Value::Text(text) => text.as_ref().into_bound_py_any(py),
        Value::List(items) | Value::Set(items) => {
            let items: Vec<_> = items.iter().map(|item| self::value(py, item)).collect::<PyResult<_>>()?;
            Ok(PyTuple::new(py, items)?.into_any())
        }
        other => other.to_string().into_bound_py_any(py),
    }
}
