// What the server answers (schema.ts, made from its types), under the names that the page gives it, and what the page asks.
export type * from "./schema";
export type {
  Action as EditAction,
  Explained as ExplainAnswer,
  MovesAnswer as BoardAnswer,
  Node as TreeNode,
  ShownBlock as LessonBlock,
  ThermographAnswer as ValueAnswer,
  Value as Element,
} from "./schema";
import type * as Server from "./schema";
import type { GameRef } from "./schema";

/** A move; of those on the board also the game in which it is made, afterwards. */
export interface Move extends Server.Move {
  readonly picture?: Server.Picture | undefined;
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

/** How far a question is, told while it is worked on. */
export interface Progress {
  readonly seconds: number;
  readonly positions: number;
  readonly expected: number | null;
  readonly done: number | null;
  readonly of: number | null;
}

/** What the server says of itself. */
export interface Health {
  readonly ok: boolean;
  readonly version: string;
  /** Other sites may show its games. */
  readonly embed: boolean;
}
