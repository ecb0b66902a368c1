// What the server answers, as docs/api.md says it. Only what the page reads is named here.

export type Outcome = "win" | "lose" | "draw";
/** Integers beyond 2^53 come as decimal text. */
export type Int = number | string;
export type Status = "PROVED" | "CHECKED" | "GUESSED" | "FALSE";

export interface GameRef {
  readonly name?: string;
  readonly rules?: string;
  readonly set?: Readonly<Record<string, string>>;
  readonly misere?: boolean;
}

export type Element = number | string | readonly Element[];

export interface PictureField {
  readonly name: string;
  readonly as: "stones" | "number" | "node" | "row" | "stairs" | "bag" | "set" | "nodes" | "on_nodes" | "word" | "board" | "text";
  readonly value: Element;
  readonly graph?: string | null;
  readonly first?: number;
  readonly letters?: readonly string[];
  /** What is written on the squares of a board. */
  readonly cells?: readonly (readonly string[])[];
  /** The squares hold numbers, not pieces. */
  readonly numbers?: boolean;
}

export interface GraphPicture {
  readonly nodes: readonly string[] | null;
  readonly edges: readonly (readonly [number, number])[] | null;
}

export interface Picture {
  readonly parts: readonly (readonly PictureField[])[];
  readonly graphs?: Readonly<Record<string, GraphPicture>>;
}

export type Kind = "heaps" | "numbers" | "row" | "staircase" | "word" | "board" | "graph" | "bag" | "mixed";
export type Show = "grundy" | "win" | "best" | "score" | "moves" | "remoteness";

export interface TableFacts {
  readonly axes: readonly string[];
  readonly show: Show;
  readonly shows: readonly Show[];
  readonly drawing: "strip" | "matrix" | "list";
}

export interface GameCard {
  readonly id: string | null;
  readonly title: string;
  readonly titles?: { readonly en: string; readonly zh: string | null };
  readonly aliases: readonly string[];
  readonly note: string | null;
  readonly source: string | null;
  readonly kind: Kind;
  readonly features: readonly string[];
  readonly start: string | null;
  readonly starts: readonly string[];
  readonly picture?: Picture | null;
  readonly table?: TableFacts;
}

export interface Param {
  readonly name: string;
  readonly kind: "integer" | "list" | "set" | "text" | "bool" | "graph" | "other";
  readonly value: string;
  readonly default: string;
  readonly from: Int | null;
  readonly to: Int | null;
  readonly values: readonly string[] | null;
}

export interface Description extends GameCard {
  readonly rules?: string;
  /** Without what they assert. */
  readonly bare: string;
  readonly ending: string;
  /** The rules put into words, and how play ends. */
  readonly told: readonly string[];
  readonly ends: readonly string[];
  readonly players: readonly string[];
  readonly named: boolean;
  readonly params: readonly Param[];
  readonly moves: readonly { readonly name: string | null }[];
  readonly claims: readonly string[];
  readonly table: TableFacts;
}

export interface Both {
  readonly en: string;
  readonly zh: string;
}

export interface Diagnostic {
  readonly severity: "error" | "warning" | string;
  readonly line: number;
  readonly column: number;
  readonly from: number;
  readonly to: number;
  readonly message: Both;
  readonly help: Both | null;
}

export interface RulesAnswer {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly names: readonly { readonly name: string; readonly kind: string }[];
  readonly game: Description | null;
}

export interface Language {
  readonly lines: readonly string[];
  readonly chinese: readonly (readonly [string, string])[];
  readonly functions: readonly { readonly name: string; readonly least: number; readonly most: number | null }[];
  readonly sets: readonly string[];
}

export interface TermAsked {
  readonly game: GameRef;
  readonly position: string;
}

export interface Asked {
  readonly terms: readonly TermAsked[];
  readonly first: 0 | 1;
  readonly moves: readonly string[];
}

export interface ParsedLine {
  readonly verb: string;
  readonly terms: readonly (TermAsked & { readonly title: string })[];
  readonly ranges: string | null;
  readonly to: number | null;
  readonly show: Show | null;
  readonly claim: string | null;
  readonly move: string | null;
  readonly first: 0 | 1 | string | null;
}

export interface Square {
  readonly field: string;
  readonly row: number;
  readonly column: number;
}

export interface Move {
  readonly move: string;
  readonly term?: number;
  readonly part: number;
  readonly text: string;
  readonly to: string;
  readonly leads_to?: Outcome;
  readonly result?: Outcome;
  readonly grundy?: Int;
  readonly score?: Int;
  /** The squares of a board that name it. */
  readonly squares?: readonly Square[];
  /** The game in which it is made, afterwards. */
  readonly picture?: Picture | undefined;
}

/** Where a game stands and what can be done, with nothing solved. */
export interface BoardAnswer {
  readonly game: string;
  readonly titles: readonly string[];
  readonly ending: string;
  readonly positions: readonly string[];
  readonly pictures: readonly Picture[];
  readonly mover: 0 | 1;
  readonly player: string | null;
  readonly turn: number;
  readonly over: Outcome | null;
  readonly forbid: number;
  readonly totals: readonly [Int, Int] | null;
  readonly moves: readonly Move[] | null;
  readonly cut: boolean;
  readonly past: readonly (Move & { readonly by: 0 | 1 })[];
  /** The game in which the last move was made, before it. */
  readonly before: Picture | null;
}

export interface StartsAnswer {
  readonly starts: readonly { readonly kind: "start" | "easy" | "lost" | "random"; readonly position: string; readonly first: 0 | 1 }[];
}

export interface Answer {
  readonly game: string;
  readonly position: string;
  readonly outcome: Outcome | null;
  readonly known?: string;
  readonly outcomes?: Readonly<Record<string, Outcome>>;
  readonly class?: string;
  readonly grundy?: Int;
  readonly score?: Int;
  readonly remoteness?: number;
  readonly status: Status | null;
  readonly checked_to?: string;
  readonly how: string;
  readonly moves: number | null;
  readonly options: number | null;
  readonly winning_moves?: readonly Move[];
  readonly best_moves?: readonly Move[];
  readonly line?: readonly { readonly player: string; readonly move: string; readonly text: string; readonly to: string }[];
  readonly all_moves?: readonly Move[];
  readonly all_moves_cut?: boolean;
  readonly terms?: readonly { readonly game: string; readonly position: string; readonly grundy: Int | null }[];
}

export interface XorRow {
  readonly part: string;
  readonly value: Int;
  readonly binary: string;
  readonly target: Int;
  readonly possible: boolean | null;
}

export type Why = { readonly say: readonly string[] } & (
  | { readonly kind: "xor"; readonly rows: readonly XorRow[]; readonly xor: Int; readonly xor_binary: string; readonly plain: boolean }
  | { readonly kind: "mex"; readonly options: readonly { readonly value: Int; readonly move: string; readonly to: string }[]; readonly mex: Int }
  | {
      readonly kind: "refuted";
      readonly moves: readonly { readonly move: string; readonly text: string; readonly to: string; readonly answer: string | null; readonly answer_to: string | null }[];
    }
  | { readonly kind: "mirror"; readonly first: string | null; readonly position: string }
  | { readonly kind: "claim"; readonly text: string; readonly value: string }
  | { readonly kind: "theorem"; readonly theorem: string; readonly how: string }
  | { readonly kind: "line" }
  | { readonly kind: "over"; readonly rule: string | null; readonly outcome: Outcome }
);

export interface Solved {
  readonly answer: Answer;
  readonly ending: string;
  readonly why: readonly Why[];
  readonly positions: readonly string[];
  readonly pictures: readonly Picture[];
  readonly mover: 0 | 1;
  readonly player: string | null;
  readonly turn: number;
  readonly over: Outcome | null;
  readonly forbid: number;
  readonly totals: readonly [Int, Int] | null;
  readonly remarks?: readonly string[];
}

export interface Packed {
  readonly type: "u8" | "u16" | "u32" | "i8" | "i16" | "i32" | "f64";
  readonly data: string;
  readonly illegal: number | null;
  readonly unknown: number | null;
}

export interface TableAnswer {
  readonly game: string;
  readonly show: Show;
  readonly columns: readonly string[];
  readonly bound: string;
  readonly complete: boolean;
  readonly stopped: string | null;
  readonly how: string;
  readonly drawing: "strip" | "matrix" | "list";
  readonly cells: number;
  readonly axes: readonly { readonly name: string; readonly parameter: boolean; readonly from: number | null; readonly to: number | null; readonly values: readonly string[] | null }[];
  readonly packed: (Packed & { readonly remoteness: Packed | null }) | null;
  readonly rows?: readonly TableRow[] | null;
}

export interface TableRow {
  readonly values: Readonly<Record<string, Element>>;
  readonly position: string;
  readonly grundy?: Int | null;
  readonly outcome?: Outcome | null;
  readonly score?: Int | null;
  readonly remoteness?: number | null;
}

export interface Found {
  readonly kind: string;
  readonly status: Status;
  readonly checked_to?: string;
  readonly formula: string;
  readonly reason: string;
  readonly claim?: string | readonly string[] | null;
  readonly exceptions?: unknown;
  readonly period?: number;
  readonly saltus?: number;
  readonly from?: number;
}

export interface PatternAnswer {
  readonly found: readonly Found[];
  readonly traps?: readonly unknown[];
  readonly doubts?: readonly string[];
}

export interface MisereAnswer {
  readonly order: number;
  readonly tame: boolean;
  readonly nim?: number;
  readonly generators: readonly { readonly heap: string; readonly element: string }[];
  readonly relations: readonly (readonly string[])[];
  readonly lost: readonly string[];
  readonly heaps: readonly { readonly heap: string; readonly element: string; readonly genus?: string; readonly wild?: boolean }[];
  readonly period?: { readonly length: number; readonly from: number };
  readonly status: Status;
  readonly checked_to?: string;
  readonly reason: string;
  readonly elements: readonly string[];
  readonly table: readonly (readonly number[])[];
}

/** What is said of a value; numbers are exact texts such as -7/4. */
export interface Said {
  readonly value: string;
  readonly unicode: string;
  readonly class: "L" | "R" | "N" | "P";
  readonly left_stop: string;
  readonly right_stop: string;
  readonly temperature: string;
  readonly mean: string;
  readonly atomic_weight?: string;
  readonly birthday: number;
  readonly followers: number;
}

export interface ValueMove {
  readonly term: number;
  readonly move: string;
  readonly text: string;
  readonly to: string;
  readonly value: string;
  readonly unicode: string;
}

/** What all answers about values have in common. */
interface OfValues {
  readonly game: string;
  readonly position: string;
  readonly players: readonly string[];
  readonly who: string;
  readonly winning_moves?: Readonly<Record<string, readonly ValueMove[]>>;
  /** Where there are several. */
  readonly terms?: readonly { readonly position: string }[];
  readonly status: Status;
  readonly how: string;
}

export interface WallPoint {
  readonly tax: string;
  readonly at: string;
}

export interface ValueAnswer extends OfValues, Said {
  readonly why: readonly string[];
  readonly left: readonly WallPoint[];
  readonly right: readonly WallPoint[];
}

/** The same where play may go round; the value may not be found. */
export interface LoopyAnswer extends OfValues {
  readonly value?: string;
  readonly unicode?: string;
  readonly winners: readonly (string | null)[];
  readonly drawing_moves?: Readonly<Record<string, readonly ValueMove[]>>;
  readonly why: readonly string[];
}

/** Who wins a sum, with the values of its parts. */
export interface SumAnswer extends OfValues {
  readonly class: "L" | "R" | "N" | "P";
  readonly terms: readonly (Said & { readonly game?: string; readonly position: string; readonly times: number })[];
  /** The part in which moving is worth most, from 0. */
  readonly hottest?: number;
  readonly searched: number;
}

export interface ProveAnswer {
  readonly status: Status | null;
  readonly theorem?: string;
  readonly formula?: string | null;
  readonly states?: number;
  readonly how?: readonly string[];
  readonly reason?: string;
  readonly svg?: string;
  readonly lines?: readonly string[];
  readonly automaton_text?: string;
  readonly position?: { readonly position: string; readonly outcome: Outcome; readonly grundy: Int | null };
  readonly traced?: Traced;
}

/** The way of a position through the automaton of a theorem. */
export interface Traced {
  readonly tracks: readonly string[];
  readonly numbers: readonly string[];
  readonly letters: readonly { readonly digits: readonly number[]; readonly state: number | null }[];
  readonly accepted: boolean;
}

export interface Counterexample {
  readonly position: string;
  readonly values: Readonly<Record<string, number>> | null;
  readonly said: string;
  readonly is: string;
}

export interface ClaimAnswer {
  readonly text: string;
  readonly status: Status | null;
  readonly checked_to?: string;
  readonly tested?: number;
  readonly counterexample?: string;
  readonly exceptions?: number;
  readonly try?: string | null;
  readonly message: string;
  readonly counterexamples?: readonly Counterexample[];
  readonly counterexamples_cut?: boolean;
}

export interface CheckAnswer {
  readonly ok: boolean;
  readonly complete: boolean;
  readonly examples: readonly { readonly text: string; readonly right: boolean | null; readonly message: string }[];
  readonly claims: readonly ClaimAnswer[];
}

export interface PlayAnswer {
  readonly move: Move | null;
  readonly sure: boolean;
  readonly forbidden?: readonly string[];
}

export interface HintAnswer {
  readonly step: number;
  readonly text: string;
  readonly part: { readonly term: number; readonly part: number } | null;
  readonly move: Move | null;
}

export interface HistoryAnswer {
  readonly states: readonly {
    readonly position: string;
    readonly mover: 0 | 1;
    readonly outcome: Outcome | null;
    readonly grundy: Int | null;
    readonly score: Int | null;
    readonly move: { readonly move: string; readonly text: string; readonly score?: Int } | null;
  }[];
  readonly mistakes: readonly {
    readonly ply: number;
    readonly player: 0 | 1;
    readonly before: Outcome;
    readonly after: Outcome;
    readonly say: string;
    readonly better: { readonly move: string; readonly text?: string } | null;
  }[];
  readonly over: Outcome | null;
  readonly totals: readonly [Int, Int] | null;
}

export interface ProblemBody {
  readonly kind: string;
  readonly message: string;
  readonly near?: readonly string[];
  readonly diagnostics?: readonly Diagnostic[];
}

export interface Progress {
  readonly seconds: number;
  readonly positions: number;
  readonly expected: number | null;
  readonly done: number | null;
  readonly of: number | null;
}

export interface LessonCard {
  readonly id: string;
  readonly title: string;
  readonly tasks: number;
  readonly problem: string | null;
}

export type LessonBlock =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "play"; readonly say: string; readonly terms: readonly TermAsked[]; readonly win: boolean; readonly mistakes: number | null; readonly second: boolean }
  | {
      readonly kind: "ask";
      readonly number: number;
      readonly question: string;
      readonly about: string;
      readonly terms: readonly TermAsked[];
      readonly choices: readonly string[];
      /** May it be drawn? */
      readonly draws: boolean;
    };

export interface LessonAnswer {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly LessonBlock[];
}

export interface JudgeAnswer {
  readonly right: boolean;
  readonly say: string;
  readonly found: string;
}

/** A position with the moves that matter: all of a lost one, a winning one of a won one. */
export interface TreeNode {
  readonly position: string;
  readonly outcome: Outcome | null;
  readonly score: Int | null;
  readonly mover: 0 | 1;
  readonly over: boolean;
  readonly branches: readonly { readonly move: { readonly move: string; readonly text: string }; readonly node: TreeNode }[];
}

export interface ExplainAnswer {
  readonly tree: TreeNode;
  readonly cut: boolean;
}

/** The positions behind a small one, each once. */
export interface GameTree {
  readonly nodes: readonly TreePosition[];
  readonly edges: readonly { readonly from: number; readonly to: number; readonly move: string; readonly text: string; readonly good: boolean }[];
  /** So many moves of each position are followed; null: all. */
  readonly thinned: number | null;
}

export interface TreePosition {
  readonly position: string;
  readonly outcome: Outcome;
  readonly grundy: Int | null;
  readonly score: Int | null;
  readonly mover: 0 | 1;
  readonly over: boolean;
  readonly depth: number;
  readonly moves: readonly string[];
  readonly left_out: number;
}

/** A position that is being set up, and what can stand where. */
export interface EditAnswer {
  readonly positions: readonly string[];
  readonly pictures: readonly Picture[];
  readonly editable: readonly {
    readonly fields: readonly { readonly name: string; readonly values: readonly string[] | null; readonly grows: boolean }[];
    readonly parts: boolean;
  }[];
}

export type EditAction = "more" | "less" | "grow" | "shrink" | "widen" | "narrow" | "add_part" | "drop_part" | { readonly set: string };

/** What the server says of itself. */
export interface Health {
  readonly ok: boolean;
  readonly version: string;
  /** Other sites may show its games. */
  readonly embed: boolean;
}
