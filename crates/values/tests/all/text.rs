//! Expressions: what they mean, and what is wrong with them. One row a case.

use bouton_values::text::{Line, Malformed};
use bouton_values::{Failed, Style, Undefined, Values, evaluate};

#[test]
fn expressions_have_these_values() {
    let mut values = Values::new();
    for (text, ascii, unicode) in [
        ("{1|-1} + * - ^", "{1v*|-1v*}", "{1↓*|-1↓*}"),
        ("{|}", "0", "0"),
        ("{0|}", "1", "1"),
        ("{0|1}", "1/2", "1/2"),
        ("{0|0}", "*", "*"),
        ("{0|*}", "^", "↑"),
        ("{0,*|0}", "^*", "↑*"),
        ("{0|^}", "^2*", "⇑*"),
        ("{0|*3}", "^*2", "↑*2"),
        ("^ + ^ + ^", "^3", "↑3"),
        ("-^2", "v2", "⇓"),
        ("⇑ - ↓", "^3", "↑3"),
        ("3*2", "3*2", "3*2"),
        ("3 * *2", "*2", "*2"),
        ("3 * {1|-1}", "+-1", "±1"),
        ("2 * +-1", "0", "0"),
        ("3*{1|-1}", "+-1", "±1"),
        ("1 +-1", "0", "0"),
        ("1 + +-1", "{2|0}", "{2|0}"),
        ("1 ± 1", "{2|0}", "{2|0}"),
        ("+-(1,{2|0})", "+-(1,{2|0})", "±(1,{2|0})"),
        ("{0||0|-2}", "tiny(2)", "⧾₂"),
        ("{2|0||0}", "miny(2)", "⧿₂"),
        ("⧾₂ + ⧿₂", "0", "0"),
        ("{2||1|-1|||-5}", "{{2|+-1}|-5}", "{{2|±1}|-5}"),
        ("-1*", "-1*", "-1*"),
        ("-(1*)", "-1*", "-1*"),
        ("-1^", "-1^", "-1↑"),
        ("-(1^)", "-1v", "-1↓"),
        ("1 : -1", "1/2", "1/2"),
        ("* : 1", "^*", "↑*"),
        ("1/2 : 1", "3/4", "3/4"),
        ("heat(*, 1)", "+-1", "±1"),
        ("cool({4|0}, 1)", "{3|1}", "{3|1}"),
        ("cool({4|0}, 2)", "2*", "2*"),
        ("cool({4|0}, 3)", "2", "2"),
        ("norton(2, ^)", "^2", "⇑"),
        ("norton(1/2, ^)", "{^2*|v*}", "{⇑*|↓*}"),
        ("overheat(1/2, 1, 1)", "{1|0}", "{1|0}"),
        ("overheat(*, 1, 1)", "+-1", "±1"),
        ("5 * up + star", "^5*", "↑5*"),
        ("｛1｜－1｝＋1", "{2|0}", "{2|0}"),
        ("100000000000000000000/4", "25000000000000000000", "25000000000000000000"),
        (
            "{100000000000000000000|100000000000000000001}",
            "200000000000000000001/2",
            "200000000000000000001/2",
        ),
    ] {
        let value = evaluate(&mut values, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(values.text(value, Style::Ascii, 1000).unwrap().text, ascii, "{text}");
        assert_eq!(values.text(value, Style::Unicode, 1000).unwrap().text, unicode, "{text}");
        for again in [ascii, unicode] {
            assert_eq!(evaluate(&mut values, again).unwrap(), value, "{again}");
        }
    }
}

#[test]
fn what_cannot_be_read_says_where() {
    let mut values = Values::new();
    let deep = "(".repeat(100_000);
    let braces = "{".repeat(100_000);
    let minus = "-".repeat(100_000);
    let product = "1".to_owned() + &":1".repeat(100_000);
    let bars = format!("{{{}}}", (1..400).map(|n| "|".repeat(n)).collect::<Vec<_>>().join("0"));
    for (text, wrong) in [
        ("", Malformed::Missing { at: 0, found: None }),
        ("1 +", Malformed::Missing { at: 3, found: None }),
        ("{1|", Malformed::Open { at: 0, bracket: '{' }),
        ("{1}", Malformed::Bars { at: 0 }),
        ("{1|2|3}", Malformed::Bars { at: 0 }),
        ("1/3", Malformed::Fraction { at: 0, text: "1/3".to_owned() }),
        ("{1|2}}", Malformed::Stray { at: 5, found: '}' }),
        ("{1|-1} *2", Malformed::Star { at: 7 }),
        ("foo(1)", Malformed::Word { at: 0, word: "foo".to_owned() }),
        ("heat(1)", Malformed::Arguments { word: "heat".to_owned(), wanted: 2, found: 1 }),
        ("heat", Malformed::Arguments { word: "heat".to_owned(), wanted: 2, found: 0 }),
        ("*99999999999", Malformed::Large { at: 0 }),
        ("1 2", Malformed::Stray { at: 2, found: '2' }),
        ("(1", Malformed::Open { at: 0, bracket: '(' }),
        (",", Malformed::Missing { at: 0, found: Some(',') }),
        (&deep, Malformed::Deep { limit: 200 }),
        (&braces, Malformed::Deep { limit: 200 }),
        (&minus, Malformed::Deep { limit: 200 }),
        (&product, Malformed::Deep { limit: 200 }),
        (&bars, Malformed::Bars { at: 0 }),
    ] {
        let short: String = text.chars().take(20).collect();
        assert_eq!(evaluate(&mut values, text), Err(Failed::Malformed(wrong)), "{short}");
    }
    for (text, why) in [
        ("norton(1, *)", Undefined::NotPositive),
        ("cool(1, *)", Undefined::NotTemperature),
        ("cool({1|0}, -1)", Undefined::NotTemperature),
        ("1/2 * ^", Undefined::NotInteger),
    ] {
        assert_eq!(evaluate(&mut values, text), Err(Failed::Undefined(why)), "{text}");
    }
}

#[test]
fn relations_are_read_and_decided() {
    let mut values = Values::new();
    for (text, holds) in [
        ("^ > 0", Some(true)),
        ("^* > 0", Some(false)),
        ("^* || 0", Some(true)),
        ("{1||0|-1} <| 1", Some(true)),
        ("1/2 + 1/2 = 1", Some(true)),
        ("tiny(1) < ^", Some(true)),
        ("tiny(2) <= tiny(1)", Some(true)),
        ("* ? 0", None),
        ("1 != 1", Some(false)),
        ("1 >= 1", Some(true)),
        ("v |> *", Some(true)),
        ("v2 |> *", Some(false)),
    ] {
        let Line::Compare(a, relation, b) = Line::parse(text).unwrap() else { panic!("{text}") };
        let a = bouton_values::text::work_out(&mut values, &a).unwrap();
        let b = bouton_values::text::work_out(&mut values, &b).unwrap();
        assert_eq!(relation.holds(values.compare(a, b).unwrap()), holds, "{text}");
    }
}

#[test]
fn a_long_form_is_cut_and_says_so() {
    let mut values = Values::new();
    let value = evaluate(&mut values, "{{4|{1|0}}|{{0|-1}|-4}} + {3|{2|-1}}").unwrap();
    let text = values.text(value, Style::Ascii, 20).unwrap();
    assert!(!text.whole && text.text.contains('…'), "{}", text.text);
}
