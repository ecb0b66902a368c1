// Made from the types of the server: BOUTON_BLESS=1 cargo test -p bouton-web openapi. Integers beyond 2^53 come as decimal text.

/** What is done to a place, a field or a part. */
export type Action = "more" | "less" | {
  readonly set: string;
} | "grow" | "shrink" | "widen" | "narrow" | "add_part" | "drop_part";

/** The answer as `--json` prints it, with what each move makes of the game; long lists are cut. */
export type Answer = {
  /** Title of the game (titles joined by ` + ` for a sum). */
  readonly game: string;
  /** The position as it can be typed. */
  readonly position: string;
  /** For the player to move; none when the budget ran out. */
  readonly outcome: Outcome | null;
  /** What is known all the same when the budget ran out. */
  readonly known?: string;
  /** For partizan games: what each player gets when moving first. */
  readonly outcomes?: Readonly<Record<string, Outcome>>;
  /** N, P, L or R for partizan games without draws. */
  readonly class?: string;
  /** Grundy value, where the theory applies. */
  readonly grundy?: Int;
  /** Score with best play, where there is one: mover minus opponent, or the shared total. */
  readonly score?: Int;
  /** Moves to the end with best play, where it was computed. */
  readonly remoteness?: number;
  readonly status: Status | null;
  readonly checked_to?: string;
  /** How it was found. */
  readonly how: string;
  /** Number of moves; none if they were not listed (huge positions). */
  readonly moves: number | null;
  /** Distinct options. */
  readonly options: number | null;
  readonly winning_moves?: readonly Move[];
  readonly best_moves?: readonly Move[];
  readonly line?: readonly LineMove[];
  /** How many more there are than the list holds: of a long list only the beginning is built. */
  readonly unlisted?: number;
  /** Are these all of them, the unlisted ones counted? (A strategy that speaks only of some moves, or a list cut by budget, is not.) */
  readonly complete?: boolean;
  /** Every move with its outcome, when asked for. */
  readonly all_moves?: readonly Move[];
  /** The terms of a sum of games; empty for one game. */
  readonly terms?: readonly Term[];
  readonly all_moves_cut?: boolean;
};

/** Next state by state and letter; none: never accepted. */
export type Automaton = {
  readonly start: number;
  readonly accept: readonly number[];
  readonly next: readonly (readonly (number | null)[])[];
};

export type AxisAnswer = {
  readonly name: string;
  readonly parameter: boolean;
  readonly from: Value | null;
  readonly to: Value | null;
  readonly values: readonly Value[] | null;
};

export type BestMove = {
  readonly move: string;
  readonly part: number;
  readonly text: string;
  readonly to: string;
};

/** A text in both languages, each under its name. */
export type Both = {
  /** English. */
  readonly en: string;
  /** Chinese. */
  readonly zh: string;
};

/** A move and where it leads. */
export type Branch = {
  /** The move. */
  readonly move: Move;
  /** The position behind it. */
  readonly node: Node;
};

/** An automaton that was learned and not proved. */
export type CandidateAnswer = {
  readonly numeration: Digits;
  readonly states: number;
  /** It is right wherever all numbers are below this. */
  readonly right_below: number;
  /** The first position, as far as one is known, about which it is wrong. */
  readonly counterexample?: readonly number[];
  /** Who wins there in truth; the automaton says the opposite. None: it is no position, or what is wrong is a value or one of the options. */
  readonly outcome?: Outcome;
};

/** A report. */
export type CheckAnswer = {
  readonly game: string;
  readonly ok: boolean;
  readonly complete: boolean;
  readonly examples: readonly ExampleAnswer[];
  readonly claims: readonly ClaimAnswer[];
  readonly strategies: StrategyAnswer | null;
};

export type ClaimAnswer = {
  readonly text: string;
  readonly place: string;
  readonly status: Status | null;
  readonly checked_to: string;
  readonly tested: number;
  readonly counterexample?: Value;
  readonly exceptions?: number;
  readonly claimed?: readonly string[];
  readonly missed?: readonly string[];
  readonly try?: string;
  readonly try_status?: string;
  readonly where?: string;
  readonly aside?: boolean;
  readonly inductive?: string;
  readonly message: string;
  readonly counterexamples?: readonly Counterexample[];
  readonly counterexamples_cut?: boolean;
};

export type ClaimProved = {
  readonly text: string;
  readonly line: number;
  readonly status: Status | null;
  readonly checked_to?: string;
  readonly counterexample?: readonly Value[];
  readonly reason?: string;
  readonly aside?: boolean;
};

/** How two values stand to each other. */
export type Compared = {
  /** The other value. */
  readonly with: string;
  /** `<`, `>`, `=` or `||` (confused). */
  readonly relation: string;
  /** Does what was said hold? */
  readonly holds?: boolean;
};

/** A position at which a claim is wrong. */
export type Counterexample = {
  /** As it can be typed. */
  readonly position: string;
  /** The parameters that vary and the numbers of the position, by name; `None` if it is not made of numbers alone. */
  readonly values: Readonly<Record<string, Value>> | null;
  /** What the claim says: an outcome or a number. */
  readonly said: string;
  /** What the rules say. */
  readonly is: string;
};

/** A name that a text declares. */
export type Declared = {
  /** The name. */
  readonly name: string;
  /** player, param, define, field, move or choice. */
  readonly kind: string;
};

/** Everything a page wants to know about a game. */
export type Description = {
  /** In the language of the reader. */
  readonly title: string;
  /** In both. */
  readonly titles: Titles;
  /** Other names. */
  readonly aliases: readonly string[];
  /** How it is played, and how positions are typed. */
  readonly note: string;
  /** Where it comes from. */
  readonly source: string;
  /** How its positions look. */
  readonly kind: Kind;
  /** What is special about it. */
  readonly features: readonly string[];
  /** A position to begin with. */
  readonly start: string | null;
  /** That position, drawn. */
  readonly picture: Picture | null;
  /** More of them. */
  readonly starts: readonly string[];
  /** Its id in the library. */
  readonly id: string | null;
  /** The rules as written. */
  readonly rules: string;
  /** The same without what they assert: no claims, strategies, examples and comments, nor definitions that only these use. */
  readonly bare: string;
  /** Last mover wins, loses … */
  readonly ending: string;
  /** The rules put into words: what a position is and what each move does. */
  readonly told: readonly string[];
  /** How play ends, a sentence each. */
  readonly ends: readonly string[];
  /** Names of the players. */
  readonly players: readonly [string, string];
  /** Does the file name them? */
  readonly named: boolean;
  /** What a position is made of. */
  readonly fields: readonly FieldFacts[];
  /** What can be set. */
  readonly params: readonly Param[];
  /** The move lines. */
  readonly moves: readonly MoveFacts[];
  /** The claims as written. */
  readonly claims: readonly string[];
  /** The number that is given to a player who sets up, by its name. */
  readonly setup: string | null;
  /** The table that suits it. */
  readonly table: TableFacts;
};

/** An error or a warning, with its place. */
export type Diagnostic = {
  /** error or warning. */
  readonly severity: string;
  /** Where it begins. */
  readonly line: number;
  /** See `line`. */
  readonly column: number;
  /** Where it ends. */
  readonly end_line: number;
  /** See `end_line`. */
  readonly end_column: number;
  /** The same as offsets. */
  readonly from: number;
  /** See `from`. */
  readonly to: number;
  /** What is wrong. */
  readonly message: Both;
  /** What to write instead. */
  readonly help: Both | null;
};

/** A numeration, as certificates write it too. */
export type Digits = {
  readonly base: number;
} | {
  readonly quadratic: number;
} | {
  readonly parry: {
    readonly tops: readonly number[];
    readonly back: number;
  };
} | {
  readonly mixed: readonly Digits[];
};

/** How a table is best drawn. */
export type Drawing = "strip" | "matrix" | "list";

/** How a field is drawn. */
export type DrawnAs = "stones" | "number" | "node" | "row" | "stairs" | "bag" | "set" | "nodes" | "on_nodes" | "word" | "board" | "text";

/** A change of a position. */
export type Edit = {
  /** Which part, from 0. */
  readonly part?: number;
  /** Which field of it, from 0. */
  readonly field?: number;
  /** Which place: a row and a column of a board, one number otherwise, from 0. */
  readonly place?: readonly number[];
  /** What is done there. */
  readonly action: Action;
};

/** A position that is being set up. */
export type EditAnswer = {
  readonly pictures: readonly Picture[];
  readonly positions: readonly string[];
  /** What can be changed, for each game. */
  readonly editable: readonly Editable[];
};

/** What can be changed about the parts of a game. */
export type Editable = {
  /** The fields of every part, in their order. */
  readonly fields: readonly EditableField[];
  /** Can parts be added and taken away? */
  readonly parts: boolean;
};

/** What can be changed about a field. */
export type EditableField = {
  /** Its name. */
  readonly name: string;
  /** What may stand at a place, as it is written; none where any number may. */
  readonly values: readonly string[] | null;
  /** Can places (of a board: rows and columns) be added and taken away? */
  readonly grows: boolean;
};

/** A period of Φ. */
export type ElementPeriod = {
  /** The period. */
  readonly length: number;
  /** The heap from which on it holds. */
  readonly from: number;
  /** The heap before which the theorem compares. */
  readonly compared_below: number;
};

export type ExampleAnswer = {
  readonly text: string;
  readonly place: string;
  readonly right: boolean | null;
  readonly message: string;
  readonly aside?: boolean;
};

/** A tree of moves and answers. */
export type Explained = {
  readonly tree: Node;
  /** The tree was cut because it grew too large. */
  readonly cut: boolean;
  readonly why: readonly Why[];
  readonly answer: Answer;
};

/** A field of a position. */
export type FieldFacts = {
  /** Its name. */
  readonly name: string;
  /** number, row, bag, set, word or grid. */
  readonly kind: string;
  /** Do the rules fill it in at the start? */
  readonly start: boolean;
};

/** Who moves first. */
export type First = number | string;

/** The positions that are best forbidden. */
export type ForbidAnswer = {
  readonly forbidden: readonly string[];
};

export type FormatAnswer = {
  readonly rules: string;
};

/** One finding. */
export type Found = {
  /** What kind of pattern: `period`, `digits`, `formula`, … */
  readonly kind: string;
  readonly status: Status | null;
  readonly checked_to?: string;
  /** The pattern as a formula. */
  readonly formula: string;
  /** Why it has this status. */
  readonly reason: string;
  /** Lines that can be pasted into the rules. */
  readonly claim?: string;
  /** The period. */
  readonly period?: number;
  /** What a period adds. */
  readonly saltus?: number;
  /** The first n from which it holds for ever. */
  readonly from?: number;
  /** The values of one period, from `from` on, if it is short. */
  readonly cycle?: readonly number[];
  /** Where it does not hold. */
  readonly exceptions?: readonly string[];
  /** The misère quotient that it is. */
  readonly quotient?: QuotientFound;
};

/** A function with its least and largest number of arguments. */
export type Function = {
  /** Its name. */
  readonly name: string;
  /** At least so many. */
  readonly least: number;
  /** At most so many; none for any number. */
  readonly most: number | null;
};

/** The names and texts of a game, its kind, and a picture of its first start. */
export type GameCard = {
  /** In the language of the reader. */
  readonly title: string;
  /** In both. */
  readonly titles: Titles;
  /** Other names. */
  readonly aliases: readonly string[];
  /** How it is played, and how positions are typed. */
  readonly note: string;
  /** Where it comes from. */
  readonly source: string;
  /** How its positions look. */
  readonly kind: Kind;
  /** What is special about it. */
  readonly features: readonly string[];
  /** A position to begin with. */
  readonly start: string | null;
  /** That position, drawn. */
  readonly picture: Picture | null;
  /** More of them. */
  readonly starts: readonly string[];
  /** Its id in the library. */
  readonly id: string | null;
};

/** A game: a name of the library or rules, with changes. */
export type GameRef = {
  readonly name?: string;
  readonly rules?: string;
  readonly set?: Readonly<Record<string, Int>>;
  readonly misere?: boolean;
};

/** The positions behind one, and the moves between them. */
export type GameTree = {
  /** The first is where it begins; every other one comes behind one that leads to it. */
  readonly nodes: readonly TreePosition[];
  /** The moves between them. */
  readonly edges: readonly TreeMove[];
  /** So many moves of each position are followed; none where all are. */
  readonly thinned: number | null;
};

export type GamesAnswer = {
  readonly games: readonly GameCard[];
};

/** A graph, if it is not too large: nodes by their labels, edges as pairs of places. */
export type GraphPicture = {
  /** The nodes. */
  readonly nodes: readonly string[] | null;
  /** The edges. */
  readonly edges: readonly (readonly [number, number])[] | null;
};

/** A heap or a position and its element. */
export type HeapElement = {
  /** The heap or position, as it is typed. */
  readonly heap: string;
  /** The name of its element. */
  readonly element: string;
  /** Its genus, as in 4^146, where it was worth the work. */
  readonly genus?: string;
  /** No position of Nim has this genus. */
  readonly wild?: boolean;
};

export type HintAnswer = {
  readonly step: number;
  readonly text: string;
  readonly part: HintPart | null;
  readonly move: Move | null;
};

export type HintPart = {
  readonly term: number;
  readonly part: number;
};

/** The game so far. */
export type HistoryAnswer = {
  readonly states: readonly Past[];
  readonly mistakes: readonly Mistake[];
  readonly over: Outcome | null;
  readonly totals: readonly [number, number] | null;
};

/** The schema of [`exact`] numbers. */
export type Int = number | string;

export type JudgeAnswer = {
  readonly right: boolean;
  /** What the lesson says to it: more of the matter, or a hint. Markdown. */
  readonly say: string;
  /** What the solver says to it. */
  readonly found: string;
};

/** A position as a theorem judges it. */
export type JudgedPosition = {
  readonly position: string;
  readonly outcome: Outcome;
  readonly grundy: Value | null;
  readonly winning_move: WinningMove | null;
};

/** How the positions of a game look. */
export type Kind = "heaps" | "numbers" | "row" | "staircase" | "word" | "board" | "graph" | "bag" | "mixed";

/** The words of the language. */
export type Language = {
  /** Those that begin a line. */
  readonly lines: readonly string[];
  /** Chinese ones, each with the English word that it stands for. */
  readonly chinese: readonly (readonly [string, string])[];
  /** Functions. */
  readonly functions: readonly Function[];
  /** Named sets. */
  readonly sets: readonly string[];
};

export type LessonAnswer = {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly ShownBlock[];
};

/** A lesson on the list. */
export type LessonCard = {
  readonly id: string;
  readonly title: string;
  /** Questions and games to be won. */
  readonly tasks: number;
  /** What is wrong with the file, if something is. */
  readonly problem: string | null;
};

export type LessonsAnswer = {
  readonly lessons: readonly LessonCard[];
};

/** A move of the best line. */
export type LineMove = {
  /** Who makes it. */
  readonly player: string;
  /** As it can be typed. */
  readonly move: string;
  /** In words. */
  readonly text: string;
  /** The position it leads to. */
  readonly to: string;
};

/** What is known of a loopy game. */
export type LoopyAnswer = {
  /** The titles of the games, as they stand in the sum. */
  readonly game: string;
  /** The position or the expression, as it can be typed. */
  readonly position: string;
  /** The names of Left and Right. */
  readonly players: readonly [string, string];
  /** The value in ASCII, where one was found: a value, or onside & offside. */
  readonly value?: string;
  /** The same in Unicode. */
  readonly unicode?: string;
  /** What kind of value it is. */
  readonly kind: LoopyKind;
  /** Who wins if Left begins and if Right begins: the name of a player, or none where play goes on for ever. */
  readonly winners: readonly [string | null, string | null];
  /** The same in words. */
  readonly who: string;
  /** How it compares, where that was asked. */
  readonly compared?: Compared;
  /** The winning first moves of each player, where a sum of positions was asked. */
  readonly winning_moves?: Readonly<Record<string, readonly ValueMove[]>>;
  /** The first moves that draw, of a player who cannot win. */
  readonly drawing_moves?: Readonly<Record<string, readonly ValueMove[]>>;
  /** The terms, where there are several. */
  readonly terms?: readonly LoopyTerm[];
  /** Why, in words. */
  readonly why: readonly string[];
  /** PROVED: all positions were looked at. */
  readonly status: "PROVED";
  /** How it was found. */
  readonly how: string;
  /** Positions of the sum. */
  readonly positions: number;
};

/** What kind of value a loopy game has. */
export type LoopyKind = "short" | "stopper" | "sides" | "dud" | "unknown";

/** One term of a loopy sum. */
export type LoopyTerm = {
  /** The title of the game; none for an expression. */
  readonly game?: string;
  /** The position or the expression. */
  readonly position: string;
  /** How many times it stands in the sum. */
  readonly times: number;
  /** The value of one of it, if it was found. */
  readonly value?: string;
  /** The same in Unicode. */
  readonly unicode?: string;
};

/** A move that was made. */
export type Made = {
  /** The move as it can be typed: `take 2 @1`; in a sum of games with the number of its game, `2: take 1`. */
  readonly move: string;
  /** Which game of a sum, from 1; none where there is one game. */
  readonly term?: number;
  /** Which part of the position, from 1, in typed order. */
  readonly part: number;
  /** The choices made, by name. */
  readonly choices: Readonly<Record<string, Value>>;
  /** In words. */
  readonly text: string;
  /** The position it leads to, as it can be typed. */
  readonly to: string;
  /** Outcome of that position for whoever moves there. */
  readonly leads_to?: Outcome;
  /** What it makes of the game for the player who makes it, where a list for a page says so. */
  readonly result?: Outcome;
  /** Grundy value of that position. */
  readonly grundy?: number;
  /** For score games: what the mover gains in all by this move and best play after it. */
  readonly score?: Int;
  /** The squares of a board that name it. */
  readonly squares?: readonly Square[];
  /** By whom. */
  readonly by: 0 | 1;
};

/** A value of an option, and one move that leads there. */
export type MexOption = {
  /** The value. */
  readonly value: number;
  /** The move, as typed. */
  readonly move: string;
  /** Where it leads. */
  readonly to: string;
};

/** How a Grundy value comes about. */
export type MexSet = {
  /** Values of the options, each once; the smallest ones, where there are many. */
  readonly options: readonly MexOption[];
  /** The least value that is missing. */
  readonly mex: number;
};

/** A misère quotient and what it is the quotient of. */
export type MisereAnswer = {
  /** The number of elements of Q. */
  readonly order: number;
  /** Is it the quotient of a Nim game? */
  readonly tame: boolean;
  /** The n of a tame quotient T_n. */
  readonly nim?: number;
  /** The generators with the heap or position that each is. */
  readonly generators: readonly HeapElement[];
  /** Pairs of words that are equal. */
  readonly relations: readonly (readonly [string, string])[];
  /** The lost elements, P. */
  readonly lost: readonly string[];
  /** What each heap (or position) is, Φ. */
  readonly heaps: readonly HeapElement[];
  /** The take-and-break code of the rules. */
  readonly code?: string;
  /** Φ(n + length) = Φ(n) for every n from a heap on. */
  readonly period?: ElementPeriod;
  readonly status: Status | null;
  readonly checked_to?: string;
  /** For which sums, and by what. */
  readonly reason: string;
  /** The names of all elements, the unit first. */
  readonly elements: readonly string[];
  /** Products by the numbers of elements. */
  readonly table: readonly (readonly number[])[];
  /** Why it went no further, where more was asked for. */
  readonly stopped?: string;
};

/** Data with its sentence beside it. */
export type Mistake = {
  /** Which move of the game, from 0. */
  readonly ply: number;
  /** Who made it, 0 or 1. */
  readonly player: 0 | 1;
  /** The move. */
  readonly move: Move;
  /** What the player had before, and after it. */
  readonly before: Outcome;
  /** See `before`. */
  readonly after: Outcome;
  /** Points given away, in a score game. */
  readonly points: Int | null;
  /** A move that would have kept it. */
  readonly better: Move | null;
  /** The sentence. */
  readonly say: string;
};

/** A move in an answer. */
export type Move = {
  /** The move as it can be typed: `take 2 @1`; in a sum of games with the number of its game, `2: take 1`. */
  readonly move: string;
  /** Which game of a sum, from 1; none where there is one game. */
  readonly term?: number;
  /** Which part of the position, from 1, in typed order. */
  readonly part: number;
  /** The choices made, by name. */
  readonly choices: Readonly<Record<string, Value>>;
  /** In words. */
  readonly text: string;
  /** The position it leads to, as it can be typed. */
  readonly to: string;
  /** Outcome of that position for whoever moves there. */
  readonly leads_to?: Outcome;
  /** What it makes of the game for the player who makes it, where a list for a page says so. */
  readonly result?: Outcome;
  /** Grundy value of that position. */
  readonly grundy?: number;
  /** For score games: what the mover gains in all by this move and best play after it. */
  readonly score?: Int;
  /** The squares of a board that name it. */
  readonly squares?: readonly Square[];
};

/** Data with its sentence beside it. */
export type MoveExplanation = {
  /** The move. */
  readonly move: Move;
  /** The position before, for the player who moves. */
  readonly before: Outcome;
  /** What the move makes of it, for the same player. */
  readonly after: Outcome;
  /** In a score game. */
  readonly scores: Scores | null;
  /** The opponent's winning answer, where the move loses. */
  readonly refutation: Move | null;
  /** The winning (or best) moves instead, where this is none of them. */
  readonly better: readonly Move[];
  /** Why the position behind the move is what it is. */
  readonly why: readonly Why[];
  /** The sentence. */
  readonly say: string;
};

/** A move line. */
export type MoveFacts = {
  /** Its name. */
  readonly name: string | null;
  /** Whose move it is, if it is one player's. */
  readonly by: number | null;
  /** Names of what is chosen. */
  readonly choices: readonly string[];
};

/** What can be done, and what was done. */
export type MovesAnswer = {
  readonly game: string;
  /** The games of a sum. */
  readonly titles: readonly string[];
  readonly ending: string;
  readonly pictures: readonly Picture[];
  readonly positions: readonly string[];
  readonly mover: 0 | 1;
  readonly player: string | null;
  readonly turn: number;
  readonly over: Outcome | null;
  /** How many moves may be forbidden to the player to move. */
  readonly forbid: number;
  /** Points so far, in a game for points. */
  readonly totals: readonly [number, number] | null;
  /** None where numbers are beyond 64 bits; empty where the game is over. */
  readonly moves: readonly Offered[] | null;
  /** There are more moves than are listed. */
  readonly cut: boolean;
  readonly past: readonly Made[];
  /** The game in which the last move was made, before it; without its graphs. */
  readonly before: Picture | null;
};

/** A position of the tree. */
export type Node = {
  /** As it can be typed. */
  readonly position: string;
  /** For the player to move there. */
  readonly outcome: Outcome;
  /** Score for the player to move there, in a score game. */
  readonly score: Int | null;
  /** Who moves there, 0 or 1. */
  readonly mover: 0 | 1;
  /** Is play over there? */
  readonly over: boolean;
  /** The moves that matter: all options of a lost or drawn position, a winning (or best) move of a won one. */
  readonly branches: readonly Branch[];
};

/** A move that can be made. */
export type Offered = {
  /** The move as it can be typed: `take 2 @1`; in a sum of games with the number of its game, `2: take 1`. */
  readonly move: string;
  /** Which game of a sum, from 1; none where there is one game. */
  readonly term?: number;
  /** Which part of the position, from 1, in typed order. */
  readonly part: number;
  /** The choices made, by name. */
  readonly choices: Readonly<Record<string, Value>>;
  /** In words. */
  readonly text: string;
  /** The position it leads to, as it can be typed. */
  readonly to: string;
  /** Outcome of that position for whoever moves there. */
  readonly leads_to?: Outcome;
  /** What it makes of the game for the player who makes it, where a list for a page says so. */
  readonly result?: Outcome;
  /** Grundy value of that position. */
  readonly grundy?: number;
  /** For score games: what the mover gains in all by this move and best play after it. */
  readonly score?: Int;
  /** The squares of a board that name it. */
  readonly squares?: readonly Square[];
  /** The game in which it is made, afterwards; without its graphs. None where there are too many moves to draw. */
  readonly picture?: Picture;
};

/** Why one would begin here. */
export type Opening = "start" | "easy" | "lost" | "random";

/** win, lose, draw. */
export type Outcome = "win" | "lose" | "draw";

/** Numbers of one type, as text. */
export type Packed = {
  /** The type of the numbers. */
  readonly type: "u8" | "u16" | "u32" | "i8" | "i16" | "i32" | "f64";
  /** The numbers, little-endian, in base 64. */
  readonly data: string;
  /** What stands where there is no legal position. */
  readonly illegal: number | null;
  /** What stands where nothing is known. */
  readonly unknown: number | null;
};

/** The cells of a table. */
export type PackedCells = {
  /** The type of the numbers. */
  readonly type: "u8" | "u16" | "u32" | "i8" | "i16" | "i32" | "f64";
  /** The numbers, little-endian, in base 64. */
  readonly data: string;
  /** What stands where there is no legal position. */
  readonly illegal: number | null;
  /** What stands where nothing is known. */
  readonly unknown: number | null;
  /** Moves to the end, where they were asked for. */
  readonly remoteness: Packed | null;
};

/** A parameter. */
export type Param = {
  /** Its name. */
  readonly name: string;
  /** What it holds. */
  readonly kind: ParamKind;
  /** Its value now, as the rules write it. */
  readonly value: string | null;
  /** Its value in the file. */
  readonly default: string | null;
  /** The smallest value. */
  readonly from: Int | null;
  /** The largest. */
  readonly to: Int | null;
  /** All values, where they are listed. */
  readonly values: readonly string[] | null;
};

/** What a parameter holds. */
export type ParamKind = "integer" | "list" | "set" | "text" | "bool" | "graph" | "other";

/** A line as the command takes it. */
export type ParsedLine = {
  readonly verb: string;
  readonly terms: readonly ParsedTerm[];
  readonly ranges: string | null;
  readonly to: number | null;
  readonly show: Show | null;
  readonly claim: string | null;
  readonly depth: number | null;
  readonly move: string | null;
  /** Who moves first, 0 or 1. */
  readonly first: 0 | 1 | null;
};

export type ParsedTerm = {
  readonly game: GameRef;
  readonly title: string;
  readonly position: string;
};

/** A state that the game went through. */
export type Past = {
  /** As it can be typed. */
  readonly position: string;
  /** Who moves there, 0 or 1. */
  readonly mover: 0 | 1;
  /** What it is worth to that player; none where it is too big to tell. */
  readonly outcome: Outcome | null;
  /** Its Grundy value, where the method gives it. */
  readonly grundy: number | null;
  /** Its score. */
  readonly score: Int | null;
  /** The move that led there; none at the start. */
  readonly move: Move | null;
};

/** What was found. */
export type PatternAnswer = {
  /** The title of the game; empty for a bare list of numbers. */
  readonly game?: string;
  /** The first n. */
  readonly first?: number;
  /** The values. */
  readonly values?: readonly Int[];
  /** The findings, the best first. */
  readonly found: readonly Found[];
  /** What only looked like a pattern. */
  readonly traps?: readonly Trap[];
  /** That nothing is found among values that are too few to tell anything. */
  readonly few?: string;
  /** What holds as far as was seen and is not to be believed all the same. */
  readonly doubts?: readonly string[];
  /** Why the table is not complete. */
  readonly stopped?: string;
};

/** A position as a page draws it. */
export type Picture = {
  /** Its parts, field by field. */
  readonly parts: readonly (readonly PictureField[])[];
  /** The graphs that tokens stand on, by their names. */
  readonly graphs?: Readonly<Record<string, GraphPicture>>;
};

/** A picture for each term. */
export type PictureAnswer = {
  readonly pictures: readonly Picture[];
  readonly positions: readonly string[];
};

/** A field of a part. */
export type PictureField = {
  /** Its name. */
  readonly name: string;
  /** How it is drawn. */
  readonly as: DrawnAs;
  /** What it holds. */
  readonly value: Value;
  /** The number of the first place of a row. */
  readonly first?: number;
  /** The letters of a word. */
  readonly letters?: readonly string[];
  /** What is written on the squares of a board. */
  readonly cells?: readonly (readonly string[])[];
  /** The squares of a board hold numbers, not pieces. */
  readonly numbers?: boolean;
  /** The graph that a token stands on; none if it is written in the field. */
  readonly graph?: string;
};

/** A place to begin. */
export type Place = {
  /** Why. */
  readonly kind: Opening;
  /** As it can be typed. */
  readonly position: string;
  /** Who moves there. */
  readonly first: 0 | 1;
};

/** The position at a place of a table, and its game with the parameters of that place. */
export type PlaceAnswer = {
  readonly position: string;
  readonly game: GameRef;
};

/** The opponent's move, and whether the game was seen through. */
export type PlayAnswer = {
  readonly move: Move | null;
  readonly sure: boolean;
  /** No slip was made on purpose. */
  readonly meant: boolean;
};

/** What a client is told. */
export type ProblemBody = {
  readonly kind: string;
  readonly message: string;
  readonly diagnostics?: readonly Diagnostic[];
  readonly near?: readonly string[];
};

/** A theorem about all sizes, or why there is none. */
export type ProveAnswer = {
  readonly game: string;
  readonly status: Status | null;
  readonly checked_to?: string;
  readonly reason?: string;
  readonly tried?: readonly TriedAnswer[];
  /** Of the automata that were learned the one that is right farthest. */
  readonly closest?: CandidateAnswer;
  readonly outside?: boolean;
  readonly subject?: string;
  readonly one_part?: boolean;
  readonly theorem?: string;
  readonly formula?: string;
  readonly defines?: readonly string[];
  readonly coordinates?: readonly string[];
  readonly numeration?: Digits;
  readonly states?: number;
  readonly weights?: readonly number[];
  readonly automaton?: Automaton;
  readonly words?: WordsAnswer;
  readonly how?: readonly string[];
  readonly claims?: readonly ClaimProved[];
  readonly period?: number;
  readonly saltus?: number;
  readonly from?: number;
  /** The automaton drawn, for a page. */
  readonly svg?: string;
  /** Lines for the rules, for a page. */
  readonly lines?: readonly string[];
  /** The automaton in words, for a page. */
  readonly automaton_text?: string;
  /** What the theorem says of the position that was asked. */
  readonly position?: JudgedPosition;
  /** The way of that position through the automaton, for a page. */
  readonly traced?: Traced;
  /** Why no certificate was written. */
  readonly no_certificate?: string;
  /** Why no development for Coq was written. */
  readonly no_coq?: string;
};

/** A misère quotient in numbers. */
export type QuotientFound = {
  /** The number of elements. */
  readonly order: number;
  /** How many of them are lost. */
  readonly lost: number;
  /** Is it the quotient of a Nim game? */
  readonly tame: boolean;
  /** The n of a tame quotient T_n. */
  readonly nim?: number;
};

export type Refused = {
  readonly error: ProblemBody;
};

/** One move of a lost position and the answer to it. */
export type Refutation = {
  /** The move as typed. */
  readonly move: string;
  /** In words. */
  readonly text: string;
  /** Where it leads. */
  readonly to: string;
  /** The answer in words; none where the game is over there or its mover keeps the turn. */
  readonly answer: string | null;
  /** Where the answer leads. */
  readonly answer_to: string | null;
};

/** What an editor wants to know about a text. */
export type RulesAnswer = {
  /** Is there no error? */
  readonly ok: boolean;
  /** Errors and warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** The names that the text declares. */
  readonly names: readonly Declared[];
  /** The game, if there is no error. */
  readonly game: Description | null;
};

/** What a position and a move in it are worth. */
export type Scores = {
  /** The best score. */
  readonly best: Int;
  /** The score with this move. */
  readonly this: Int;
};

/** What a table shows. */
export type Show = "grundy" | "win" | "best" | "score" | "moves" | "remoteness" | "value";

/** A piece of a lesson; nothing of it is an answer. */
export type ShownBlock = {
  readonly kind: "text";
  readonly text: string;
} | {
  readonly kind: "play";
  readonly say: string;
  readonly terms: readonly ParsedTerm[];
  readonly win: boolean;
  readonly mistakes: number | null;
  readonly second: boolean;
} | {
  readonly kind: "ask";
  readonly number: number;
  readonly question: string;
  readonly about: string;
  readonly terms: readonly ParsedTerm[];
  readonly choices: readonly string[];
  readonly draws: boolean;
};

/** Who wins, and where the game stands. */
export type Solved = {
  readonly answer: Answer;
  readonly ending: string;
  readonly why: readonly Why[];
  readonly pictures: readonly Picture[];
  readonly positions: readonly string[];
  readonly mover: 0 | 1;
  readonly player: string | null;
  readonly turn: number;
  readonly over: Outcome | null;
  /** How many moves may be forbidden to the player to move. */
  readonly forbid: number;
  /** Points so far, in a game for points. */
  readonly totals: readonly [number, number] | null;
  /** What was found out about the board, such as its symmetries. */
  readonly remarks?: readonly string[];
};

/** A square of a board. */
export type Square = {
  /** The field that is the board. */
  readonly field: string;
  /** Its row, from 1 at the top. */
  readonly row: number;
  /** Its column, from 1 at the left. */
  readonly column: number;
};

/** Places to begin. */
export type StartsAnswer = {
  readonly starts: readonly Place[];
};

/** The fixed words. */
export type Status = "PROVED" | "CHECKED" | "GUESSED" | "FALSE";

export type StrategyAnswer = {
  readonly place: string;
  readonly right: boolean | null;
  readonly tested: number;
  readonly checked_to: string;
  readonly message: string;
  readonly aside?: boolean;
};

/** How well the opponent plays. */
export type Strength = "perfect" | "beginner" | {
  readonly mistakes: number;
};

/** Who wins a sum. */
export type SumAnswer = {
  /** The titles of the games, as they stand in the sum. */
  readonly game: string;
  /** The sum, as it can be typed. */
  readonly position: string;
  /** The names of Left and Right. */
  readonly players: readonly [string, string];
  /** L, R, N or P. */
  readonly class: string;
  /** Who wins, in words. */
  readonly who: string;
  /** The winning first moves of each player, where a sum of positions was asked. */
  readonly winning_moves?: Readonly<Record<string, readonly ValueMove[]>>;
  /** The terms. */
  readonly terms: readonly TermValue[];
  /** The term in which moving is worth most, from 0. */
  readonly hottest?: number;
  /** PROVED: a search is complete or there is no answer. */
  readonly status: "PROVED";
  /** How it was found. */
  readonly how: string;
  /** Sums whose moves were looked at. */
  readonly searched: number;
};

/** A table for a page. */
export type TableAnswer = {
  readonly game: string;
  readonly show: Show;
  readonly columns: readonly string[];
  readonly bound: string;
  /** Who is to move, where the players have different moves. */
  readonly mover?: string;
  /** Was everything reached? */
  readonly complete: boolean;
  readonly stopped: string | null;
  readonly how: string;
  readonly drawing: Drawing;
  readonly cells: number;
  readonly axes: readonly AxisAnswer[];
  /** The cells of a strip or a matrix, which whoever serves them fills in. */
  readonly packed: PackedCells | null;
  readonly rows: readonly TableRow[] | null;
};

/** The table that suits a game. */
export type TableFacts = {
  /** The fields and parameters that it runs over. */
  readonly axes: readonly string[];
  /** What it shows by default. */
  readonly show: Show;
  /** What it can show. */
  readonly shows: readonly Show[];
  /** How it is drawn. */
  readonly drawing: Drawing;
};

/** A legal position; what is shown stands under its key. */
export type TableRow = {
  /** Named values, written as an object in this order. */
  readonly values: Readonly<Record<string, Value>>;
  readonly position: string | null;
  readonly outcome?: Outcome;
  readonly grundy?: number;
  readonly score?: Value;
  readonly moves?: number;
  readonly remoteness?: number;
  readonly best?: readonly BestMove[];
  /** The canonical form in ASCII; reads back as the same value if it is whole. */
  readonly value?: string;
  /** The same in Unicode. */
  readonly unicode?: string;
  /** Is the form written out to its end? */
  readonly whole?: boolean;
  /** What kind of value it is: `zero`, `integer`, `number`, `nimber`, `infinitesimal`, `number and infinitesimal`, `tepid or hot`. */
  readonly kind?: ValueKind;
  /** L, R, N or P. */
  readonly class?: string;
  /** The number at which play ends when Left begins. */
  readonly left_stop?: string;
  /** The same when Right begins. */
  readonly right_stop?: string;
  /** The tax at which nobody wants to move; -1 for integers. */
  readonly temperature?: string;
  /** What one copy is worth when there are many. */
  readonly mean?: string;
  /** How many ups it is about, where it is all-small. */
  readonly atomic_weight?: string;
  /** The day on which it is born. */
  readonly birthday?: number;
  /** Different values that play in the canonical form can lead to, the value too. */
  readonly followers?: number;
};

/** One term of a sum of games. */
export type Term = {
  /** Title of the game. */
  readonly game: string;
  /** Its position. */
  readonly position: string;
  /** Its Grundy value, where that decides. */
  readonly grundy: number | null;
};

export type TermRequest = {
  readonly game: GameRef;
  readonly position?: string;
};

/** One term with its value. */
export type TermValue = {
  /** The title of the game; none for an expression. */
  readonly game?: string;
  /** The position or the expression. */
  readonly position: string;
  /** How many times it stands in the sum. */
  readonly times: number;
  /** The canonical form in ASCII; reads back as the same value if it is whole. */
  readonly value: string;
  /** The same in Unicode. */
  readonly unicode: string;
  /** Is the form written out to its end? */
  readonly whole?: boolean;
  /** What kind of value it is: `zero`, `integer`, `number`, `nimber`, `infinitesimal`, `number and infinitesimal`, `tepid or hot`. */
  readonly kind: ValueKind;
  /** L, R, N or P. */
  readonly class: string;
  /** The number at which play ends when Left begins. */
  readonly left_stop: string;
  /** The same when Right begins. */
  readonly right_stop: string;
  /** The tax at which nobody wants to move; -1 for integers. */
  readonly temperature: string;
  /** What one copy is worth when there are many. */
  readonly mean: string;
  /** How many ups it is about, where it is all-small. */
  readonly atomic_weight?: string;
  /** The day on which it is born. */
  readonly birthday: number;
  /** Different values that play in the canonical form can lead to, the value too. */
  readonly followers: number;
};

/** A value with the walls of its thermograph: where they turn, from tax 0 up; behind the last point they go straight up. */
export type ThermographAnswer = {
  /** The titles of the games, as they stand in the sum. */
  readonly game: string;
  /** The position or the expression, as it can be typed. */
  readonly position: string;
  /** The names of Left and Right. */
  readonly players: readonly [string, string];
  /** The canonical form in ASCII; reads back as the same value if it is whole. */
  readonly value: string;
  /** The same in Unicode. */
  readonly unicode: string;
  /** Is the form written out to its end? */
  readonly whole?: boolean;
  /** What kind of value it is: `zero`, `integer`, `number`, `nimber`, `infinitesimal`, `number and infinitesimal`, `tepid or hot`. */
  readonly kind: ValueKind;
  /** L, R, N or P. */
  readonly class: string;
  /** The number at which play ends when Left begins. */
  readonly left_stop: string;
  /** The same when Right begins. */
  readonly right_stop: string;
  /** The tax at which nobody wants to move; -1 for integers. */
  readonly temperature: string;
  /** What one copy is worth when there are many. */
  readonly mean: string;
  /** How many ups it is about, where it is all-small. */
  readonly atomic_weight?: string;
  /** The day on which it is born. */
  readonly birthday: number;
  /** Different values that play in the canonical form can lead to, the value too. */
  readonly followers: number;
  /** Who wins, in words. */
  readonly who: string;
  /** How it compares, where that was asked. */
  readonly compared?: Compared;
  /** The winning first moves of each player, where a sum of positions was asked. */
  readonly winning_moves?: Readonly<Record<string, readonly ValueMove[]>>;
  /** The terms, where there are several. */
  readonly terms?: readonly TermValue[];
  /** Why, in words. */
  readonly why: readonly string[];
  /** PROVED: values are computed completely or not at all. */
  readonly status: "PROVED";
  /** How it was found. */
  readonly how: string;
  /** Positions whose values were worked out. */
  readonly positions: number;
  /** The left wall. */
  readonly left: readonly WallPoint[];
  /** The right wall. */
  readonly right: readonly WallPoint[];
};

/** A title in both languages. */
export type Titles = {
  /** English. */
  readonly en: string;
  /** Chinese, if there is one. */
  readonly zh: string | null;
};

/** The way of a position through an automaton. */
export type Traced = {
  /** The names of the numbers that are read side by side. */
  readonly tracks: readonly string[];
  /** The numbers, exactly. */
  readonly numbers: readonly string[];
  /** The letters, highest digits first. */
  readonly letters: readonly TracedLetter[];
  /** Is the word accepted? */
  readonly accepted: boolean;
};

/** A letter of the word, and the state behind it. */
export type TracedLetter = {
  /** A digit of each number. */
  readonly digits: readonly number[];
  /** The state; none where nothing that begins so is accepted. */
  readonly state: number | null;
};

/** A pattern that looked right for a while. */
export type Trap = {
  /** What the first values show. */
  readonly formula: string;
  /** The first n at which it fails. */
  readonly fails: number;
  /** What it says there. */
  readonly expected: number;
  /** What is true there. */
  readonly found: number;
};

/** A move between two positions of the tree. */
export type TreeMove = {
  /** Places in the list of positions. */
  readonly from: number;
  /** See `from`. */
  readonly to: number;
  /** The move, as it is typed. */
  readonly move: string;
  /** In words. */
  readonly text: string;
  /** Does it win (or is it best, in a score game)? */
  readonly good: boolean;
};

/** A position of the tree. */
export type TreePosition = {
  /** As it can be typed. */
  readonly position: string;
  /** For the player to move there. */
  readonly outcome: Outcome;
  /** Its Grundy value, where the method gives it. */
  readonly grundy: number | null;
  /** Its score, in a score game. */
  readonly score: Int | null;
  /** Who moves there, 0 or 1, on the first way that leads there. */
  readonly mover: 0 | 1;
  /** Is play over there? */
  readonly over: boolean;
  /** How many moves it takes to get there. */
  readonly depth: number;
  /** Those moves, as they are typed. */
  readonly moves: readonly string[];
  /** Options that are not drawn. */
  readonly left_out: number;
};

export type TriedAnswer = {
  readonly numeration: Digits;
  readonly table: number;
  readonly ended: string;
  readonly states: number;
  readonly too_large: boolean;
  readonly candidate?: CandidateAnswer;
};

export type Value = number | string | boolean | readonly Value[];

/** What kind of value something is. */
export type ValueKind = "zero" | "integer" | "number" | "nimber" | "infinitesimal" | "near_number" | "hot";

/** A move after which its maker wins. */
export type ValueMove = {
  /** Which term of the sum, from 0. */
  readonly term: number;
  /** As it can be typed. */
  readonly move: string;
  /** In words. */
  readonly text: string;
  /** The position of the term that it leads to. */
  readonly to: string;
  /** The value of the whole sum after it; where the sum is only searched, of its part. */
  readonly value: string;
  /** The same in Unicode. */
  readonly unicode: string;
};

/** A point of a wall of a thermograph. */
export type WallPoint = {
  /** The tax. */
  readonly tax: string;
  /** The value there. */
  readonly at: string;
};

/** A reason with its sentences. */
export type Why = {
  readonly say: readonly string[];
} & (XorTable & {
  readonly kind: "xor";
} | MexSet & {
  readonly kind: "mex";
} | {
  readonly kind: "refuted";
  /** The moves. */
  readonly moves: readonly Refutation[];
} | {
  readonly kind: "mirror";
  /** The move that makes the position symmetric; none if it is already (then the position is lost). */
  readonly first: string | null;
  /** The position that is symmetric. */
  readonly position: string;
} | {
  readonly kind: "claim";
  /** The claim. */
  readonly text: string;
  /** What it gives here. */
  readonly value: string;
} | {
  readonly kind: "theorem";
  /** The theorem in a sentence. */
  readonly theorem: string;
  /** Its proof in a sentence. */
  readonly how: string;
} | {
  readonly kind: "line";
} | {
  readonly kind: "over";
  /** The `when`, `stop` or `end` line in words. */
  readonly rule: string | null;
  /** What it means for the player to move. */
  readonly outcome: Outcome;
});

export type WinningMove = {
  readonly move: string | null;
  readonly part: number;
  readonly to: string;
};

/** A machine that reads the letters of a word; state 0 is the first. */
export type WordsAnswer = {
  readonly letters: readonly string[];
  readonly states: number;
  /** Next state by state and letter. */
  readonly next: readonly (readonly number[])[];
  /** By state a Grundy value, or a bit for each player who wins moving first; none: no position. */
  readonly label: readonly (number | null)[];
};

/** One part. */
export type XorRow = {
  /** The part as typed. */
  readonly part: string;
  /** Its Grundy value. */
  readonly value: Int;
  /** Its bits, as many as the longest value of the table has. */
  readonly binary: string | null;
  /** value xor total: what it must become. */
  readonly target: Int;
  /** Can it (is there a move to that value)? None where not every move was looked at. */
  readonly possible: boolean | null;
};

/** Values of the parts of a sum. */
export type XorTable = {
  /** One row a part. */
  readonly rows: readonly XorRow[];
  /** Xor of all values. */
  readonly xor: Int;
  /** Its bits. */
  readonly xor_binary: string | null;
  /** Bits of the longest. */
  readonly bits: number;
  /** Is every part's value just its size, as in Nim? */
  readonly plain: boolean;
};
