//! Moves named by the squares of a board.

use crate::common::{asked, game, solver};
use bouton::language::diagnostic::Lang;
use bouton_samples::rows;

#[test]
fn moves_are_found_by_their_squares() {
    let table = rows(
        "
        tictactoe ¦  ¦ b2 ¦ mark r=2 c=2
        tictactoe ¦  ¦ B2 ¦ mark r=2 c=2
        tictactoe ¦  ¦ 1,3 ¦ mark r=1 c=3
        tictactoe ¦ X.. / ... / ... ¦ a1 ¦ No move is about a1 here.
        tictactoe ¦  ¦ d4 ¦ No move is about d4 here.
        cram ¦ 2x2 ¦ a1 b1 ¦ across r=1 c=1
        cram ¦ 2x2 ¦ b1-a1 ¦ across r=1 c=1
        cram ¦ 2x2 ¦ a1 a2 ¦ down r=1 c=1
        cram ¦ 1x4 ¦ b1 ¦ \"b1\" can mean several moves: across r=1 c=1 (a1 b1), across r=1 c=2 (b1 c1).
        cram ¦ [..] [..] ¦ a1 b1 @2 ¦ across r=1 c=1 @2
        clobber ¦ XO ¦ a1 b1 ¦ clobber r=1 c=1 i=1 j=2
        clobber ¦ XO/OX ¦ a1 ¦ \"a1\" can mean several moves: clobber r=1 c=1 i=1 j=2 (a1 b1), clobber r=1 c=1 i=2 j=1 (a1 a2).
        konane ¦ XO.O. ¦ a1 c1 ¦ right r=1 c=1 k=1
        konane ¦ XO.O. ¦ a1 e1 ¦ right r=1 c=1 k=2
        node-kayles-grid ¦ 3x3 ¦ b2 ¦ take r=2 c=2
        connect ¦ 3x3 ¦ b3 ¦ drop 2
        dots-and-boxes ¦ 1x1 ¦ h a2 ¦ flat r=2 c=1
        dots-and-boxes ¦ 1x1 ¦ a1 ¦ \"a1\" can mean several moves: flat r=1 c=1 (a1), upright r=1 c=1 (a1).
        amazons ¦ W../... ¦ a1 b1 c1 ¦ go r=1 c=1 i=1 j=2 p=1 q=3
        amazons ¦ W. ¦ a1 b1 a1 ¦ go r=1 c=1 i=1 j=2 p=1 q=1
    ",
    );
    for [name, position, typed, expected] in table {
        let game = game(&name);
        let question = asked(&game, &position);
        let mut solver = solver();
        let found = match solver.find_move(question.at(), &typed) {
            Ok(by) => bouton::answer::entries::notation(question.at(), by.term, &by.chosen()),
            Err(problem) => problem.line(Lang::En),
        };
        assert_eq!(found, expected, "{name} {position}: {typed}");
    }
}

/// What an answer says of a move's squares leads back to it.
#[test]
fn squares_name_moves() {
    for (name, position) in
        [("cram", "2x3"), ("snort", "2x2"), ("clobber", "2x3"), ("konane", "XO.O./.X.X."), ("hex", "2x2")]
    {
        let game = game(name);
        let question = asked(&game, position);
        let mut solver = solver();
        for m in solver.raw_moves(question.at()).expect(name) {
            let entry = bouton::answer::entries::entry(question.at(), &m, None);
            let squares: Vec<String> = entry.squares.iter().map(ToString::to_string).collect();
            let found = solver.find_move(question.at(), &squares.join(" ")).expect(name);
            assert_eq!((found.line, found.choices), (m.line, m.choices), "{name} {position}: {squares:?}");
        }
    }
}

/// Boards by their sides and words by their length, where digits are no letters.
#[test]
fn empty_boards_are_typed_by_their_size() {
    let table = rows(
        "
        cram ¦ 2x3 ¦ ... / ...
        cram ¦ 2×3 ¦ ... / ...
        dots ¦ 1×1 ¦ [. / .] [..]
        treblecross ¦ 4 ¦ ....
        snort-strip ¦ 3 ¦ ...
        treblecross ¦ 0 ¦ no
        heaps word s of \".X\"; move i in 1..|s| if s[i] = \".\": s[i] -> \"X\" ¦ 2 3 ¦ .. ...
        position word s of \".12\"; move i in 1..|s| if s[i] = \".\": s[i] -> \"1\" ¦ 2 ¦ 2
        position word s of \"AB\"; move i in 1..|s| if s[i] = \"A\": s[i] -> \"B\" ¦ 2 ¦ no
    ",
    );
    for [name, typed, expected] in table {
        let game = game(&name);
        let shown = game.position(&typed).map_or_else(|_| "no".into(), |position| game.show(&position));
        assert_eq!(shown, expected, "{name}: {typed}");
    }
}
