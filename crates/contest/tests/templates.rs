//! Positions as programs read them, limits as people type them, and the mistakes in both.

use bouton::language::diagnostic::Lang;
use bouton::language::value::Value;
use bouton::{Folder, Game};
use bouton_contest::answers::INPUT_NAMES;
use bouton_contest::limits::Limits;
use bouton_contest::template::{Batch, Template};

fn rendered(game: &str, template: &str, position: &str) -> String {
    let game = Game::load(game).unwrap();
    let position = game.position(position).unwrap();
    let template =
        Template::new(&game, template, &INPUT_NAMES).unwrap_or_else(|p| panic!("{}", p.line(Lang::En)));
    template.render(&game, &position, &[Value::Int(3), Value::Int(1)]).unwrap()
}

#[test]
fn positions_are_written() {
    let table = [
        ("nim", "{n}\\n{heaps}\\n", "3 4 5", "3\n3 4 5\n"),
        ("nim", "{n}", "7", "7"),
        ("nim", "{count}: {heaps:,}", "3 4", "2: 3,4"),
        ("nim", "{sum(heaps)} {{}} {xor(heaps)}", "3 4", "7 {} 7"),
        ("bash", "{n} {m}", "10", "10 3"),
        ("wythoff", "#{i} {a} {b}", "5 8", "#3 5 8"),
        ("stair-game", "{n}\\n{p}", "0 2 1", "3\n0 2 1"),
        ("stair-game", "{p:json}", "0 2 1", "[0,2,1]"),
        ("stair-game", "{[x + 1 for x in p]}", "0 2 1", "1 3 2"),
        ("digits", "{d} {|d|}", "203", "203 3"),
        ("flip-game", "\"{s}\"", "++-", "\"++-\""),
        ("boxes", "{n}\\n{heaps}", "(2,0) (3,3)", "2\n2 0\n3 3"),
        (
            "rake",
            "{k}\\n{b}",
            "1 1 2 2 / 1 1 2 2 / 3 3 4 4 / 3 3 4 4",
            "1\n1 1 2 2\n1 1 2 2\n3 3 4 4\n3 3 4 4",
        ),
        ("northcott", "{n}\\n{[[w[i], b[i]] for i in 1..|w|]}", "[4 1] [5 2]", "2\n4 5\n1 2"),
        ("cat-mouse", "{[G[v] for v in 0..|G|-1]:json}", "", "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"),
    ];
    for (game, template, position, wanted) in table {
        assert_eq!(rendered(game, template, position), wanted, "{game} {template}");
    }
}

#[test]
fn usual_templates() {
    let table = [
        ("nim", "{n}\\n{heaps}\\n"),
        ("wythoff", "{a} {b}\\n"),
        ("stair-game", "{|p|}\\n{p}\\n"),
        ("digits", "{d}\\n"),
        ("rake", "{b}\\n"),
        ("chomp", ""),
    ];
    for (game, wanted) in table {
        let game = Game::load(game).unwrap();
        let usual = Template::usual(&game, &[]);
        assert!(Template::new(&game, &usual, &INPUT_NAMES).is_ok(), "{usual}");
        assert!(wanted.is_empty() || usual == wanted, "{usual}");
    }
}

#[test]
fn mistakes_are_told() {
    let nim = Game::load("nim").unwrap();
    for (template, wanted) in [
        ("{heaps", "has no partner"),
        ("heaps}", "has no partner"),
        ("{m}", "\"m\" is not a field"),
        ("{k} {heaps}", "\"k\""),
    ] {
        let said =
            Template::new(&nim, template, &INPUT_NAMES).err().map(|p| p.line(Lang::En)).unwrap_or_default();
        assert!(said.contains(wanted), "{template}: {said}");
    }
    for (limit, wanted) in [
        ("n", "is no limit"),
        ("n=5..1", "is no limit"),
        ("q=1..2", "nothing called"),
        ("n=x", "is no limit"),
    ] {
        let said = Limits::read(&nim, &[limit.to_string()], None, &Folder { base: None });
        let said = said.err().map(|p| p.line(Lang::En)).unwrap_or_default();
        assert!(said.contains(wanted), "{limit}: {said}");
    }
    assert!(Batch::new("{t}").is_err() && Batch::new("{cases}{x}").is_err());
    assert_eq!(Batch::new("{t}\\n{cases}0\\n").unwrap().join(&["1 2", "3\n"]), "2\n1 2\n3\n0\n");
}
