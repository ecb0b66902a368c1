//! The syntax tree: what was written, with its places, before any name is looked up.
//!
//! The parser makes it, the formatter prints it, the checker turns it into [`crate::rules::Rules`].

use crate::diagnostic::Lang;
use crate::span::Span;
use num_bigint::BigInt;

/// A name with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// Free text with its place: the rest of a `source` line, or a quoted string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Without quotes and outer blanks.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// The rest of a `game` or `note` line: free text, and the same in Chinese where `zh "…"` ends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    /// Without outer blanks.
    pub text: String,
    /// In Chinese.
    pub zh: Option<String>,
    /// Where; of the first text alone.
    pub span: Span,
}

impl Phrase {
    /// The text in a language; the first text where it has none of its own.
    pub fn pick(&self, lang: Lang) -> &str {
        lang.pick(self.text.as_str(), self.zh.as_deref().unwrap_or(&self.text))
    }
}

/// A whole file.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// The lines that say something, in order.
    pub lines: Vec<Line>,
    /// Comments (with `#`) in order of place; the formatter puts them back.
    pub comments: Vec<Comment>,
    /// The keywords of lines that did not parse, in English; empty for a line without a keyword.
    pub lost: Vec<String>,
}

/// A comment.
#[derive(Clone, Debug)]
pub struct Comment {
    /// With its `#`.
    pub text: String,
    /// Where.
    pub span: Span,
    /// Stands alone on its line.
    pub own_line: bool,
}

/// One logical line (continuation lines included).
#[derive(Clone, Debug)]
pub struct Line {
    /// What it says.
    pub kind: LineKind,
    /// From its keyword to its last token.
    pub span: Span,
}

/// `heaps` or `position`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeKind {
    /// A sum of independent parts.
    Heaps,
    /// One whole.
    Position,
}

/// What a line says.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // the fields are named after the grammar
pub enum LineKind {
    Game(Phrase),
    Note(Phrase),
    Source(Text),
    Alias(Vec<Ident>),
    Like(Ident),
    Players(Ident, Ident),
    Param { name: Ident, range: Option<Range>, value: ParamValue },
    Define { name: Ident, params: Vec<Ident>, body: Expr },
    Fields { kind: ShapeKind, fields: Vec<Field>, unordered: Option<Span> },
    Show { field: Ident, letters: Text },
    Sides { rows: Ident, columns: Ident, values: Vec<(Ident, Expr)> },
    Require { cond: Expr, say: Option<Say> },
    Setup { name: Ident, choice: Expr },
    Move { name: Option<Ident>, by: Option<Ident>, choices: Vec<Choice>, effect: Effect },
    Octal { code: Text },
    Block(Expr),
    End(EndKind),
    When { result: Verdict, player: Option<Ident>, cond: Expr },
    Score { shared: bool },
    Stop(Expr),
    Endless(EndKind),
    Claim { claim: Claim, ranges: Vec<(Ident, Range)>, only: Option<Expr> },
    Strategy { name: Ident, binds: Vec<Bind>, only: Option<Expr> },
    Example(Example),
}

/// The value of a parameter.
#[derive(Clone, Debug)]
pub enum ParamValue {
    /// An expression over earlier parameters.
    Expr(Expr),
    /// A graph written out or in a file.
    Graph(Graph),
}

/// A graph literal.
#[derive(Clone, Debug)]
pub enum Graph {
    /// `graph { 0 -> 1 2; 1 - 3 }`
    Inline {
        /// One row a node.
        rows: Vec<GraphRow>,
        /// Where.
        span: Span,
    },
    /// `graph file "edges.txt"`
    File(Text),
}

/// `0 -> 1 2` (directed) or `0 - 1 2` (both ways); `0` alone is a node without edges.
#[derive(Clone, Debug)]
pub struct GraphRow {
    /// The node on the left.
    pub from: Node,
    /// `->` is true, `-` is false.
    pub directed: bool,
    /// The nodes on the right.
    pub to: Vec<Node>,
}

/// A node: a number or a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// The kind of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldKind {
    /// A plain name: a number, a node, or yes/no where its start says so.
    Number,
    /// An ordered list.
    Row,
    /// A list whose order and zeros do not matter.
    Bag,
    /// A set.
    Set,
    /// A row typed as a string.
    Word,
    /// A board.
    Grid,
}

/// One field of a position or part.
#[derive(Clone, Debug)]
pub struct Field {
    /// What it holds.
    pub kind: FieldKind,
    /// Its name.
    pub name: Ident,
    /// `[3]`, `[3,3]`; empty when free.
    pub size: Vec<Expr>,
    /// `of D`: the elements' domain.
    pub of: Option<Range>,
    /// `in D`: a number's domain.
    pub within: Option<Range>,
    /// `= e`: need not be typed.
    pub start: Option<Expr>,
    /// Where.
    pub span: Span,
}

/// `a..b`, `a..`, `..b`, or a single value that is a collection (or one number).
#[derive(Clone, Debug)]
pub enum Range {
    /// With `..`.
    Span {
        /// Lower end.
        from: Option<Expr>,
        /// Upper end.
        to: Option<Expr>,
        /// Where.
        span: Span,
    },
    /// A set, list, graph, generator, string …
    Value(Expr),
}

/// A wording: `say "…" zh "…"`.
#[derive(Clone, Debug)]
pub struct Say {
    /// English.
    pub en: Text,
    /// Chinese.
    pub zh: Option<Text>,
}

/// One link of a move's chain of choices.
#[derive(Clone, Debug)]
pub enum Choice {
    /// `k in 1..n`
    In(Ident, Range),
    /// `if …`
    If(Expr),
    /// `let x = …`
    Let(Ident, Expr),
}

/// What a move does.
#[derive(Clone, Debug)]
pub struct Effect {
    /// Steps separated by `then`; each reads what the one before left.
    pub steps: Vec<Step>,
    /// gain, cost, again, say, in the order written.
    pub extras: Vec<Extra>,
}

/// One step.
#[derive(Clone, Debug)]
pub enum Step {
    /// `stay`
    Stay(Span),
    /// Changes made at once.
    Changes(Vec<Change>),
}

/// `x -> e`, `x += e`, `x -= e`.
#[derive(Clone, Debug)]
pub struct Change {
    /// What changes.
    pub target: Target,
    /// How.
    pub op: ChangeOp,
    /// Into what.
    pub result: Outcome,
    /// `when …` and `for …`, in order.
    pub guards: Vec<Guard>,
    /// Where.
    pub span: Span,
}

/// The three arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeOp {
    /// `->`
    Become,
    /// `+=`
    Add,
    /// `-=`
    Sub,
}

/// What an arrow points from.
#[derive(Clone, Debug)]
pub enum Target {
    /// `n`, `a[i]`, `b[r,c]`
    Place(Ident, Vec<Expr>),
    /// `(x, y)`
    Tuple(Vec<Ident>, Span),
}

/// What an arrow points to.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// One value.
    Value(Expr),
    /// `nothing`: the part disappears.
    Nothing(Span),
    /// Several parts, or one written with `of` or `each`.
    Parts(Vec<Part>),
}

/// One piece of a list of parts.
#[derive(Clone, Debug)]
pub enum Part {
    /// `e`
    One(Expr),
    /// `k of e`
    Copies(Expr, Expr),
    /// `each L`
    Each(Expr),
}

/// `when c` or `for i in R` behind a change.
#[derive(Clone, Debug)]
pub enum Guard {
    /// Only when true.
    When(Expr),
    /// Once for each value.
    For(Ident, Range),
}

/// What may follow the steps of a move.
#[derive(Clone, Debug)]
pub enum Extra {
    /// `gain e`
    Gain(Expr),
    /// `cost e`
    Cost(Expr),
    /// `again [if e]`
    Again(Span, Option<Expr>),
    /// `say …`
    Say(Say),
}

/// What an `end` or `endless` line says.
#[derive(Clone, Debug)]
pub enum EndKind {
    /// Who cannot move loses.
    Normal(Span),
    /// Who cannot move wins.
    Misere(Span),
    /// Nobody wins.
    Draw(Span),
    /// `NAME wins`
    Wins(Ident),
}

/// win, lose, draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Outcome")]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// win
    Win,
    /// lose
    Lose,
    /// draw
    Draw,
}

impl Verdict {
    /// The verdict that an English keyword names.
    pub(crate) fn named(word: &str) -> Option<Verdict> {
        match word {
            "win" => Some(Verdict::Win),
            "lose" => Some(Verdict::Lose),
            "draw" => Some(Verdict::Draw),
            _ => None,
        }
    }

    /// The same play seen by the other player.
    #[must_use]
    pub fn opposite(self) -> Verdict {
        match self {
            Verdict::Win => Verdict::Lose,
            Verdict::Lose => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
        }
    }

    /// How good it is: lose, draw, win.
    pub fn rank(self) -> u8 {
        match self {
            Verdict::Lose => 0,
            Verdict::Draw => 1,
            Verdict::Win => 2,
        }
    }
}

/// The statement of a claim.
#[derive(Clone, Debug)]
pub enum Claim {
    /// `lose iff …`
    Iff(Verdict, Expr),
    /// `grundy = cases`
    Grundy(Expr),
    /// `score = cases`
    Score(Expr),
    /// `period p saltus s from n`
    #[allow(missing_docs)] // named after the grammar
    Period { period: Expr, saltus: Option<Expr>, from: Option<Expr> },
}

/// `k = e` or `k in R` in a strategy.
#[derive(Clone, Debug)]
pub enum Bind {
    /// Exactly this.
    Is(Ident, Expr),
    /// Any of these.
    In(Ident, Range),
}

/// What was told.
#[derive(Clone, Debug)]
pub struct Example {
    /// `example setup N`: answers for the player who sets up.
    pub setup: bool,
    /// The position as typed (empty where every field has a start).
    pub position: Text,
    /// `with m=4, G=graph {…}`
    pub with: Vec<(Ident, ParamValue)>,
    /// `first NAME`
    pub first: Option<Ident>,
    /// After the arrow.
    pub answer: Answer,
}

/// The answer of an example.
#[derive(Clone, Debug)]
pub enum Answer {
    /// `win to 1 4 5`
    Outcome(Verdict, Option<Text>, Span),
    /// A player's name: that player wins.
    Player(Ident),
    /// `grundy 3`
    Grundy(BigInt, Span),
    /// `score -2`
    Score(BigInt, Span),
    /// `value {1|-1}`: the value of a partizan position, as typed.
    Value(Text),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// Kinds of expression.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // the names say it
pub enum ExprKind {
    Int(BigInt),
    Bool(bool),
    Str(String),
    Name(String),
    /// `(a, b)`; a parenthesised single expression is `Paren`.
    Tuple(Vec<Expr>),
    Paren(Box<Expr>),
    /// `[1, 2..5]`, `{1..m}`: elements and ranges.
    List(Vec<Range>),
    Set(Vec<Range>),
    /// `[e for x in R if c]`
    ListOf(Box<Comprehension>),
    SetOf(Box<Comprehension>),
    Index(Box<Expr>, Vec<Expr>),
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `f(a, b)`
    Call(Ident, Vec<Expr>),
    /// `sum(e for x in R)`
    CallOver(Ident, Box<Comprehension>),
    /// `|x|`
    Size(Box<Expr>),
    Neg(Box<Expr>),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a <= b < c`; the right side of `in` may be a range.
    Compare(Box<Expr>, Vec<(CompareOp, Range)>),
    /// `a if c, b if d, e otherwise`; the last condition is `None` for `otherwise`.
    Cases(Vec<(Expr, Option<Expr>)>),
}

/// `e for x in R, y in S if c`
#[derive(Clone, Debug)]
pub struct Comprehension {
    /// The element.
    pub element: Expr,
    /// `for` and `if`, in order.
    pub clauses: Vec<Clause>,
}

/// One clause of a comprehension.
#[derive(Clone, Debug)]
pub enum Clause {
    /// `x in R`
    For(Ident, Range),
    /// `if c`
    If(Expr),
}

/// Arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Xor,
    Concat,
    Mul,
    Div,
    Mod,
    Pow,
    /// `/`: only inside `floor`, where fractions are exact.
    Over,
}

impl BinaryOp {
    /// As the rules write it.
    pub fn sign(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Xor => "xor",
            BinaryOp::Concat => "++",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "div",
            BinaryOp::Mod => "mod",
            BinaryOp::Pow => "**",
            BinaryOp::Over => "/",
        }
    }
}

/// Comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum CompareOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    In,
    NotIn,
}

impl CompareOp {
    /// As the rules write it.
    pub fn sign(self) -> &'static str {
        match self {
            CompareOp::Eq => "=",
            CompareOp::Ne => "!=",
            CompareOp::Lt => "<",
            CompareOp::Le => "<=",
            CompareOp::Gt => ">",
            CompareOp::Ge => ">=",
            CompareOp::In => "in",
            CompareOp::NotIn => "not in",
        }
    }
}
