//! Types of terms: what definitions are called with, what fields hold.

use crate::common::game;

use bouton_compile::Core;
use bouton_core::Type;

/// The types of the fields, and of the arguments and the value of every definition that is called.
fn types(text: &str) -> String {
    let core = Core::new(&game("rules", &text.replace("; ", "\n")));
    let fields = (0..core.shape.fields.len()).filter_map(|f| core.field_type(f)).map(say);
    let defines = core.defines.iter().enumerate().filter_map(|(d, define)| {
        let signature = core.signature(d)?;
        let args: Vec<String> = signature.args.iter().map(say).collect();
        Some(format!("{}({}) {}", define.name, args.join(" "), say(&signature.gives)))
    });
    fields.chain(defines).collect::<Vec<_>>().join(", ")
}

fn say(ty: &Type) -> String {
    format!("{ty:?}").to_lowercase().replace("int(true)", "nat").replace("int(false)", "int")
}

#[test]
fn types_of_fields_and_definitions() {
    let table = [
        ("position n; move k in 1..n: n -> n - k", "nat"),
        ("position n in -3..; move: n -> n - 1", "int"),
        ("position word s of \"ab\", flag = yes; move: flag -> no", "text, bool"),
        ("position grid b of 0..2; move: b[1,1] -> 1", "list(list(nat))"),
        ("param G = graph { 1 - 2 }; position v in G, set w of G; move: v -> v", "nat, set(nat)"),
        ("param G = graph { a - bc }; position v in G; move x in G[v]: v -> x", "text"),
        ("define f(x) = x + 1; define g(x) = x; position n; move: n -> f(n)", "nat, f(nat) nat"),
        ("define f(x) = x - 1; position n; move: n -> f(f(n))", "nat, f(int) int"),
        ("define f(x) = x[1]; position row a; move: a -> [f(a), f([2])]", "list(nat), f(list(nat)) nat"),
        (
            "define f(x, y) = y if |x| = 0, f(x[2..], y + x[1]) otherwise; position row a; move: a -> [f(a, 0)]",
            "list(nat), f(list(nat) nat) nat",
        ),
        ("define f(x) = 1 if x = 0, f([x]) otherwise; position n; move: n -> f(n)", "nat, f(mixed) nat"),
        ("define f(x) = 1 if x = 0, 2 otherwise; position n; move: n -> f(n) + f([n])", "nat, f(mixed) nat"),
    ];
    for (text, expected) in table {
        assert_eq!(types(text), expected, "\n{text}");
    }
}
