//! Keys of memo tables are read back as what they were made of.

use bouton_language::interp::{Part, decode, encode};
use bouton_language::value::Value;

#[test]
fn keys_come_back() {
    let big = |s: &str| Value::big(s.parse().unwrap());
    let parts: Vec<Part> = vec![
        [0, 1, -1, 31, -32, 32, i64::MAX, i64::MIN].map(Value::Int).into(),
        vec![Value::Bool(true), Value::Bool(false), Value::text(""), Value::text("+-中")].into(),
        vec![big("123456789012345678901234567890"), big("-99999999999999999999")].into(),
        vec![
            Value::list(vec![Value::Int(3), Value::list(vec![])]),
            Value::set(vec![Value::Int(2), Value::Int(1)]),
        ]
        .into(),
        vec![].into(),
    ];
    let extra = vec![0, 1, u64::MAX];
    let bytes = encode(&parts, &extra);
    assert_eq!(decode(&bytes), Some((parts, extra)));
    assert_eq!(decode(&bytes[..bytes.len() - 1]), None);
    assert_eq!(encode(&[vec![Value::Int(-32)].into()], &[]).len(), 4);
    assert_eq!(decode(&[0xff; 40]), None);
    assert_eq!(decode(&[]), None);
}
