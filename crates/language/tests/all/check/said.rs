//! Tables: rules on the left, the one message they get on the right.

use super::{TAKE, messages, rules};
use crate::common;
use bouton_language::diagnostic::Lang;
use bouton_language::rules::{About, Type};
use bouton_samples::rows;

/// Every row: rules, and the only message about them.
fn table(text: &str) {
    for [text, expected] in rows(text) {
        assert_eq!(messages(&common::lines(&text), Lang::En), [expected], "{text}");
    }
}

#[test]
fn messages_people_need_most() {
    let table = rows(
        r#"
        game Stairs; heaps a; move step i in 1..3, k in 1..a: a -> a - k, a[i-1] += k
          ¦ t:3  heaps are independent, but this move changes another heap (a[i-1]). Use  position row a .
          ¦ t:3  各堆互相独立，但这步走法改动了另一堆（a[i-1]）。请用  position row a 。
        game Kayles; heaps n; move bowl k in 1..2, left in 0..n-k: n -> lft, n - k - left
          ¦ t:3  "lft" is not a field, parameter or choice. Known here: n, k, left. Did you mean  left ?
          ¦ t:3  “lft”不是字段、参数或选择。这里可用：n、k、left。是否想写  left ？
        heaps n; move take k in 1..n: n -> n ^ k
          ¦ t:2  ^ means xor to programmers and power to mathematicians. Write  a xor b  or  a ** b .
          ¦ t:2  ^ 对程序员是异或，对数学家是乘方。请写 a xor b 或 a ** b。
        position n; move take k in fibonacci: n -> n + k
          ¦ t:2  fibonacci  has no end. Say how far:  k in fibonacci if k <= n
          ¦ t:2  fibonacci  没有尽头。请说明到哪里为止：  k in fibonacci if k <= n
        heaps n; move half: n -> n / 2
          ¦ t:2  /  gives fractions, and positions hold whole numbers. Write  n div 2 , or  floor(n / 2)  for exact fractions inside.
          ¦ t:2  /  会得到分数，而局面里只有整数。请写  n div 2 ，或用  floor(n / 2)  精确取整。
    "#,
    );
    for [text, en, zh] in table {
        assert_eq!(messages(&common::lines(&text), Lang::En), [en]);
        assert_eq!(messages(&common::lines(&text), Lang::Zh), [zh]);
    }
}

#[test]
fn letters_and_sides() {
    table(
        r#"
        position grid b of 0..1; show c as ".#"; move r in 1..|b|: b[r,1] -> 1
          ¦ t:2  "c" is no field. The fields are b.
        position grid b of 0..1; show b as ".#"; show b as ".X"; move r in 1..|b|: b[r,1] -> 1
          ¦ t:3  show  speaks of "b" twice.
        position n; show n as ".#"; move k in 1..n: n -> n - k
          ¦ t:2  Letters are for the places of a row, a word or a board, and "n" is none of these.
        position word w of "+-"; show w as ".#"; move i in 1..|w|: w[i] -> "+"
          ¦ t:2  "w" is made of letters already. Leave the line out, or declare numbers:  of 0..2 .
        position row a; show a as ".#"; move i in 1..|a|: a[i] -> 0
          ¦ t:2  Letters need elements of few values that are written out, and those of "a" are not. Declare them with the field:  of 0..2 .
        position grid b of 0..2; show b as ".#"; move r in 1..|b|: b[r,1] -> 1
          ¦ t:2  "b" has 3 values, 0 to 2, but here are 2 letters. Give each value one letter, from 0 on.
        position grid b of 0..2; show b as ".XX"; move r in 1..|b|: b[r,1] -> 1
          ¦ t:2  The letter X stands for two values.
        position grid b of 0..1; show b as ".1"; move r in 1..|b|: b[r,1] -> 1
          ¦ t:2  1 cannot be a letter of a board: digits, blanks and the signs / [ ] ( ) { } , = " have a meaning where positions are typed. Take letters such as  . # X O .
        position grid b of 0..1; sides m, n: c = []; move r in 1..|b|: b[r,1] -> 1
          ¦ t:2  "c" is no field. The fields are b.
        position grid b of 0..1, k; sides m, n: b = [[0]]; move r in 1..|b|: b[r,1] -> 1
          ¦ t:2  sides  says nothing of "k", which has no start of its own. Add  k = …  to the line.
        position grid b of 0..1; sides m, n: b = m; move r in 1..|b|: b[r,1] -> 1
          ¦ t:2  b  is a board or a list of rows, but  m  is a number.
        position grid b of 0..1; sides m, n: b = [[|b|]]; move r in 1..|b|: b[r,1] -> 1
          ¦ t:2  "b" is a field, and has no value here. Parameters see earlier parameters, fields see parameters and earlier fields.
        position grid b of 0..1; sides m, n: b = [[0]]; sides m, n: b = [[1]]; move r in 1..|b|: b[r,1] -> 1
          ¦ t:3  A game has one  sides  line, and this is the second.
    "#,
    );
}

#[test]
fn names() {
    table(
        r#"
        heaps n; move take n in 1..3: n -> 0
          ¦ t:2  "n" is already a field. One name means one thing. Choose another name.
        param m = 3; heaps n; move take m in 1..3: n -> n - m
          ¦ t:3  "m" is already a parameter. One name means one thing. Choose another name.
        heaps n; move take k in 1..3, k in 1..2: n -> n - k
          ¦ t:2  "k" is already a choice or variable. One name means one thing. Choose another name.
        position a, row a; move x: a -> 0
          ¦ t:1  "a" is already a field. One name means one thing. Choose another name.
        heaps n; move take: n -> foo(n) ¦ t:2  "foo" is not a function, and no  define  gives it a meaning.
        heaps n; move take: n -> popcont(n)
          ¦ t:2  "popcont" is not a function, and no  define  gives it a meaning. Did you mean  popcount ?
        heaps n; move take: n -> n(3)
          ¦ t:2  "n" is a field, not a function. An element is written  n[1] , a product  n * x .
        heaps n; move take: n -> min - 1 ¦ t:2  "min" is a function and needs its arguments. Write  min(…) .
        heaps n; move take: n -> gcd() ¦ t:2  gcd takes at least 1 argument, not 0.
        define f(x) = x; heaps n; move t: n -> f(n, 1) ¦ t:3  f takes 1 argument, not 2.
        define f(x) = n + x; heaps n; move t: n -> f(1)
          ¦ t:1  "n" is a field, and a definition sees only its arguments and the parameters. Pass it along:  define f(n) = … .
        heaps n; move t if stuck: n -> n - 1
          ¦ t:2  "stuck" asks whether there is a move, so it can only be used in  win/lose/draw when .
        position n; move t: n -> n - 1; claim lose iff xor(heaps) = 0
          ¦ t:3  "heaps" is the list of all parts, but this game is one whole position. Declare the fields with  heaps , or use their names.
        heaps n; move t: n -> max(heaps)
          ¦ t:2  heaps are independent, but this move looks at another heap (heaps). Use  position row n .
        heaps n; move t: n -> n - 1; lose when n = 0
          ¦ t:3  "n" belongs to one heap, but this line is about all of them. Look at  heaps , as in  any(x = 0 for x in heaps) .
        heaps n, m; move t: n -> n - 1; lose when m = 0
          ¦ t:3  "m" belongs to one heap, but this line is about all of them. Look at  heaps , as in  any(x[2] = 0 for x in heaps) .
        heaps n; move t: n -> n - 1; claim lose iff mover = 1
          ¦ t:3  "mover" has no meaning here: this line must hold whoever moves, whenever they move.
        param a = b; param b = 2; heaps n; move t: n -> n - a - b
          ¦ t:1  "b" is a parameter, and has no value here. Parameters see earlier parameters, fields see parameters and earlier fields.
    "#,
    );
    // A finished variable's name is free again, and definitions do not see fields.
    rules(
        "position row a\ndefine f(a) = sum(x for x in a)\nmove t if sum(x for x in a) = sum(x*x for x in a): a -> [f(a)]",
    );
}

#[test]
fn kinds_of_values() {
    table(
        r"
        position n, b = yes; move t: n -> n + b, b -> no
          ¦ t:2  n + b  does not work:  n  is a number and  b  is yes or no.
        position n, b = yes; move t: b -> 3 ¦ t:2  b  is yes or no, but  3  is a number.
        position n, b = yes; move t if b = 1: n -> n - 1
          ¦ t:2  b  is yes or no and  1  is a number: they cannot be compared. Write  b = yes  or  b = no .
        position row a; move t if a > 3: a -> []
          ¦ t:2  a  is a row or a list and  3  is a number: they cannot be compared. Compare its size,  |a| , or an element,  a[1] .
        position set s; move t k in s if [k] in s: s -> s - {k}
          ¦ t:2  [k]  is a row or a list, but what is in  s  is a number.
        position set s; move t k in s: s -> s + {[k]}
          ¦ t:2  s + {[k]}  does not work:  s  is a set and  {[k]}  is a set. What is in  s  is a number, what is in  {[k]}  is a row or a list.
        position n; move t if n: n -> n - 1
          ¦ t:2  A condition must be yes or no, but  n  is a number. Compare it:  n > 0 .
        position n; move t: n -> n[1] ¦ t:2  n  is a number: it has no elements to pick by number.
        position row a; move t: a[1,2] -> 0 ¦ t:2  a  takes 1 index, not 2.
        position b = yes; move t if |b| > 0: b -> no ¦ t:2  b  is yes or no: it has no size.
        position row a; move t: a -> a + [1]
          ¦ t:2  a + [1]  does not work:  a  is a row or a list and  [1]  is a row or a list. Write  a ++ [1]  to join them.
        position set s; move t x in s: s -> s - x
          ¦ t:2  s - x  does not work:  s  is a set and  x  is a number. Put the element in braces:  s - {x} .
        position n; move t k in 3: n -> n - k
          ¦ t:2  What one chooses from must be a range, a set or a list, but  3  is a number. Write  1..3  or  {3} .
        position row a; move t: a -> a[2..] gain a; score
          ¦ t:2  What  gain  gives must be a number, but  a  is a row or a list. Its size is  |a| .
        position n; move t: n -> sum(x for x in primes)
          ¦ t:2  primes  has no end, and all of it is needed here. Walk over numbers and test:  for x in 1..m if x in primes .
        position n; move t: n -> phi * n
          ¦ t:2  phi  is not a whole number: it can only be added, multiplied and divided inside  floor( ) . Write  floor(phi …) .
        define f(x) = 1 if x = 1, 2 if x = 2; heaps n; move t: n -> f(n)
          ¦ t:1  warning: No answer where none of these conditions holds. End with  … , x otherwise .
    ",
    );
    let types = |text: &str| -> Vec<Type> { rules(text).shape.fields.into_iter().map(|f| f.ty).collect() };
    let list = |t: Type| Type::List(Box::new(t));
    assert_eq!(
        types(
            "param G = graph { 1 - 2 }\nposition v in G, f = no, word d, word s of \"ab\", grid b[2,2] of \".X\", set u\nmove t: stay"
        ),
        [
            Type::Any,
            Type::Bool,
            list(Type::Int),
            Type::Text,
            list(list(Type::Text)),
            Type::Set(Box::new(Type::Int))
        ],
    );
}

#[test]
fn fields() {
    table(
        r#"
        position row a in 0..3; move t: stay
          ¦ t:1  "a" has elements: their values stand after  of . Write  a of 0..9 .
        position n of 0..3; move t: stay ¦ t:1  "n" is one number: its values stand after  in . Write  n in 0..9 .
        position grid b[3]; move t: stay ¦ t:1  "b" takes 2 sizes, not 1.
        position n[3]; move t: stay ¦ t:1  "n" has no fixed size. A list of three is  row n[3] .
        position word w of 0..12; move t: stay
          ¦ t:1  The word "w" is typed as a string, so its numbers must be digits 0 to 9. Use  row  for larger numbers.
        position a unordered; move t: stay
          ¦ t:1  unordered  means that number fields may be swapped, so it needs at least two.
        position a = b, b; move t: stay
          ¦ t:1  "b" is a field, and has no value here. Parameters see earlier parameters, fields see parameters and earlier fields.
    "#,
    );
}

#[test]
fn changes() {
    table(
        r#"
        position n, m; move t: n -> 1, n -> 2 ¦ t:2  n  is changed twice in one step. Put a second step after  then .
        position row a; move t: a[1] -> 1, a[1] -> 2
          ¦ t:2  a  is changed twice in one step. Put a second step after  then .
        position row a; move t: a -> [], a[1] -> 2
          ¦ t:2  a  is changed twice in one step. Put a second step after  then .
        position n; move t: n -> n - 1, n - 2
          ¦ t:2  A  position  is one whole: it cannot fall into parts. Use  heaps , or a  row  or  bag  that holds the parts.
        heaps n, m; move t: n -> nothing, m -> 3
          ¦ t:2  A heap that falls into parts is gone, so nothing else can change with it or after it. Make the other changes in a step before, and end with  then … -> parts .
        heaps n; move t k in 1..n: n -> a, n - k - a for a in 0..n - k
          ¦ t:2  for  repeats a change, and a heap falls into parts only once. What the player picks is a choice:  move a in 0..n: n -> a, n - a .
        heaps x, y; move t: (x, y) -> (1, 2, 3) ¦ t:2  2 fields on the left, 3 values on the right.
        heaps x, y; move t: (x, y) -> x ¦ t:2  2 fields on the left, 1 value on the right.
        position n; move t k in 1..n: k -> 3 ¦ t:2  Only fields change, and "k" is a choice or variable. Fields: n.
        position set s; move t: s[1] -> 3
          ¦ t:2  The elements of the set "s" have no order, so none can be picked by number. Write  s -> s - {x}  or  s -> s + {x} .
        position row a; move t: a += 1 ¦ t:2  +=  and  -=  work on numbers and sets, but  a  is a row or a list.
        position n; move t k in 1..3: n -> n - 1
          ¦ t:2  warning: "k" is chosen but never used, so all its values give the same move.
        position n; move t: n -> n ¦ t:2  warning: This move changes nothing. If a pass is meant, write  stay .
        heaps n; move t k in 1..n: n -> n - k say "take {k"
          ¦ t:2  A hole in this wording has no closing brace. Write  {k}  for the value of k.
        heaps n; move t k in 1..n: n -> n - k say "take {j}"
          ¦ t:2  "j" is not a field, parameter or choice. Known here: n, k.
    "#,
    );
    // Different places, or places that only conditions tell apart.
    rules("position row a\nmove t i in 1..|a|, j in 1..|a|: a[i] -> 1, a[j] -> 2 when i != j");
    rules("heaps x, y\nmove t: x -> 1, 2 of 3\nmove u: (y, x) -> each [(1, 2)]\nmove v: x -> nothing");
}

#[test]
fn lines() {
    table(
        r#"
        game x ¦ t:1  Nothing says what a position is. Add a line like  heaps n  or  position a, b .
        heaps n ¦ t:1  A game needs at least one move. Add a line like  move take k in 1..3: n -> n - k .
        heaps n; position m; move t: n -> n - 1 ¦ t:2  A game has one  heaps/position  line, and this is the second.
        heaps n; move t: n -> n - 1; end misere; end normal ¦ t:4  A game has one  end  line, and this is the second.
        heaps n; move t by Left: n -> n - 1
          ¦ t:2  "Left" is a player's name, but no line names the players. Add the line:  players Left, Other  (the first named moves first)
        players Left, Right; heaps n; move t by Lef: n -> n - 1
          ¦ t:3  There is no player "Lef". The players are Left, Right. Did you mean  Left ?
        heaps n; move t: n -> n - 1 gain 2
          ¦ t:2  gain  counts points, but this game is not about points. Add the line:  score
        position n; move t: n -> n - 1 gain 2; score; lose when n = 0
          ¦ t:4  In a  score  game the points decide, so no condition can end it. To stop play earlier, put an  if  on the moves.
        position n; move t: n -> n - 1 gain 2; score; end misere
          ¦ t:4  In a  score  game the points decide what it means to have no move. Leave the  end  line out.
        position n; move t: n -> n - 1; score; block 1 ¦ t:4  block  and  score  cannot go together.
        param m = 1; heaps n; move t: n -> n - 1 ¦ t:1  warning: The parameter "m" is never used.
        define f(x) = f(x); heaps n; move t: n -> n - 1 ¦ t:1  warning: The definition "f" is never used.
        heaps n; octal 077 ¦ t:2  "077" is not a take-and-break code. A code looks like  0.77  or  4.0 .
        heaps n; octal 0.7x ¦ t:2  "x" in 0.7x is not a digit from 0 to f.
        heaps n; octal 0.00 ¦ t:2  octal 0.00  allows no move at all.
        heaps n; octal 3.7
          ¦ t:2  The digit 3 before the point would let a player take nothing and leave one heap. Before the point stand 4 (split in two), 8 (split in three) or c (both).
        position n; octal 0.7 ¦ t:2  A take-and-break code is about heaps of one number. Use it after  heaps n .
        like nmi ¦ t:1  There is no game called "nmi". Did you mean  nim ?
        like locked ¦ t:1  The game "locked" could not be read: permission denied.
        like loop ¦ loop2.game:1  This game is like itself: t → loop.game → loop2.game → loop.game.
        param G = graph file "egdes.txt"; heaps v in G; move t w in G[v]: v -> w
          ¦ t:1  There is no file "egdes.txt". Did you mean  edges.txt ?
        param G = graph file "bad.txt"; heaps v in G; move t w in G[v]: v -> w
          ¦ t:1  Line 2 of "bad.txt" is not an edge:  1 2 3  (an edge has two words, this line has 3). Each line is  u v  (an edge from u to v),  u  alone, or a comment after # .
    "#,
    );
}

#[test]
fn claims() {
    let with = |line: &str| format!("{TAKE}{line}");
    let table = rows(
        r#"
        claim lose iff n = 0 for m in 1..3 ¦ t:3  A claim is checked over fields and parameters (n), and "m" is none.
        claim lose iff xor(heaps) = n
          ¦ t:3  This claim speaks of one heap ("n") and of all of them (heaps). Make two claims of it.
        claim score = n ¦ t:3  This game has no points. Add the line:  score
        strategy tak: k = 1
          ¦ t:3  A strategy is for one move by its name, and no move is called "tak". Moves: take. Did you mean  take ?
        strategy take: j = 1, k = 1 ¦ t:3  The move "take" does not choose "j". It chooses: k.
        strategy take: if n > 1
          ¦ t:3  A strategy gives every choice of its move, and for "take" it leaves k open. Add  k = … .
        example 3 with m=4 -> win ¦ t:3  "m" is not a parameter. Parameters: none.
        example setup 3 -> win ¦ t:3  This game has no  setup  line.
    "#,
    );
    for [line, expected] in table {
        assert_eq!(messages(&with(&line), Lang::En), [expected], "{line}");
    }
    let grundy = [
        ("end misere", "here the end is not normal play"),
        ("endless draw", "here play may be endless"),
        ("stop after 3 moves", "here play stops after some moves"),
        ("block 1", "here moves can be forbidden"),
        ("lose when |heaps| = 0", "here a condition ends the game"),
        ("move t if mover = 1: n -> n - 1", "here the moves depend on who moves"),
        ("move t: n -> n - 1 again", "here a player may move again"),
    ];
    for (line, why) in grundy {
        let text = format!("{TAKE}{line}\nclaim grundy = n");
        let said = format!(
            "t:4  Grundy values need normal play with the same moves for both players; {why}. Claim  lose iff … ."
        );
        assert_eq!(messages(&text, Lang::En), [said]);
    }
    // A period of misère play is one of heaps that no sum tells apart, to which nothing can be added.
    assert_eq!(rules(&with("end misere\nclaim period 3 from 1")).claims.len(), 1);
    assert_eq!(messages(&with("end misere\nclaim period 3 saltus 1"), Lang::En).len(), 1);
    assert_eq!(messages(&with("end misere\nblock 1\nclaim period 3"), Lang::En).len(), 1);
    let r = rules(&with(
        "claim lose iff xor(heaps) = 0\nclaim grundy = n if n < 9\nstrategy take: k = n - (n xor xor(heaps))",
    ));
    assert_eq!(r.claims.iter().map(|c| c.about).collect::<Vec<_>>(), [About::Sum, About::Part]);
    assert_eq!(r.strategies[0].moves, [0]);
}

#[test]
fn several_mistakes_in_one_go() {
    let text = "heaps n\nmove a k in 1..m: n -> n - k\nmove b: m -> 3\nend nomal\nclaim lose iff n";
    let lines: Vec<String> =
        messages(text, Lang::En).iter().map(|m| m.split("  ").next().unwrap_or("").to_string()).collect();
    assert_eq!(lines, ["t:2", "t:3", "t:4", "t:5"]);
    // The unknown m is not reported while a line is broken that may have declared it.
    let lines = messages(&text.replace("end nomal", "param m = "), Lang::En);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(messages(&text.replace("nomal", "normal"), Lang::En).len(), 3);
}

#[test]
fn habits_of_other_languages() {
    let rows = [
        ("position row a\nmove m i in 1..|a|: a[i] -> 0 if a[i] > 1", "n -> n - k when …"),
        ("heaps (a, b)\nmove m: a -> 0", "heaps a, b"),
        ("position n\nmove take k in 1..3 and k <= n: n -> n - k", "if k != 2"),
        ("position n\nmove take k in 1..3, k != 2: n -> n - k", "if k != 2"),
        ("position n\nmove take 1 <= k <= 3: n -> n - k", "k in 1..3"),
        ("position n\nmove take k from 1 to 3: n -> n - k", "k in 1..3"),
        ("position n\nmove take k = 1..3: n -> n - k", "k in 1..3"),
        ("position n\nmove n -> n - 1", "move take: n -> n - 1"),
        ("position n\nmove k in 1..3: n = n - k", "n -> n - k"),
        ("position n\nmove k in 1..3: n := n - k", "n -> n - k"),
        ("position n\nmove k in 1..3: n - k", "n -> n - k"),
        ("position n\nmove k in 1..3: n -> n - k\nmisere", "end misere"),
        ("position n\nmove k in 1..3: n -> n - k\nlast player loses", "end misere"),
        ("position n\nmove k in 1..3: n -> n - k\nlose if n = 0", "lose when …"),
        ("pile n\nmove k in 1..3: n -> n - k", "heaps"),
        ("position int n\nmove k in 1..3: n -> n - k", "position n"),
        ("position list a\nmove k in 1..3: a -> a", "row a"),
        ("position a[]\nmove k in 1..3: a -> a", "row a"),
        ("position a[3]\nmove k in 1..3: stay", "row a[3]"),
        ("position n >= 0\nmove k in 1..3: n -> n - k", "n in 0..9"),
        ("position row a\nmove i in 1..len(a): a[i] -> 0", "|a|"),
        ("position bag a\nmove x in a: a -> a without x", "without(a, b)"),
        ("position set s\nmove x in s: s -> without(s, {x})", "s - {x}"),
        ("position set s\nmove x in s: s -> s \\ {x}", "a - b"),
        ("heaps n\ntake k in 1..3", "move take k in 1..3: n -> n - k"),
        ("heaps n\nmove k in 1, 3, 4: n -> n - k", "k in {1, 3, 4}"),
        ("heaps n\nmove (k) in 1..3: n -> n - k", "k in 1..3"),
        ("heaps n\nmove k in 1..n if k is prime: n -> n - k", "k in primes"),
        ("param G = graph { 1 2, 1 3 }\nheaps v in G\nmove w in G[v]: v -> w", "1 - 2; 1 -> 3"),
        ("position a, b\nmove take k in 1..a min b: a -> a - k", "min(a, b)"),
        (
            "position row a\nmove i in 1..|a| if count(j in 1..|a| if a[j] > 0) > 1: a[i] -> 0",
            "count(a[i] > 0 for i in 1..3)",
        ),
        ("position set s\nmove x in 1..3: s -> [y for y in s]", "{x + 1 for x in s}"),
        ("position set s\nmove x in 1..3: s -> s ++ {x}", "s + {x}"),
        ("position n\nmove if isprime(n): n -> n - 1", "n in primes"),
    ];
    for (text, write) in rows {
        for lang in [Lang::En, Lang::Zh] {
            let said = messages(text, lang);
            assert!(said.first().is_some_and(|m| m.contains(write)), "{text}\n{said:?}");
        }
    }
}

#[test]
fn several_loops_of_one_change() {
    let loops = |text: &str| rules(&format!("position grid b of 0..1\n{text}")).moves.len();
    assert_eq!(loops("move m: b[i,j] -> 1 - b[i,j] for i in 1..2, j in 1..2"), 1);
    assert_eq!(loops("move m: b[i,j] -> 0 for i in 1..2, j in 1..2 when i != j, b[1,2] -> 1"), 1);
}
