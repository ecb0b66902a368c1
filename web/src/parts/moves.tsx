// Every move with what it is worth and where it leads; a click makes it.
import { useState } from "preact/hooks";
import type { Move, Outcome } from "../api/types";
import { fill } from "../i18n/words";
import { useWords } from "../state/taste";
import { Glyph, useMoveWord } from "./outcome";

const ORDER: Readonly<Record<Outcome, number>> = { win: 0, draw: 1, lose: 2 };
const FIRST = 60;
/** A position that is longer has a line of its own. */
const SHORT = 14;

/** What the move is worth to the mover: said by the server, or from what it leads to. */
export function resultOf(move: Move): Outcome | undefined {
  // In a game for points the total decides, with what was gained by the move itself.
  if (move.score !== undefined) return Number(move.score) > 0 ? "win" : Number(move.score) < 0 ? "lose" : "draw";
  if (move.result) return move.result;
  return move.leads_to === undefined ? undefined : ({ win: "lose", lose: "win", draw: "draw" } as const)[move.leads_to];
}

/** The squares of a move as they are typed, in a sum with the number of the game; nothing where columns have no letters. */
function squaresOf(move: Move): string {
  const squares = move.squares ?? [];
  if (squares.length === 0 || squares.some((s) => s.column > 26)) return "";
  const names = squares.map((s) => `${String.fromCharCode(96 + s.column)}${s.row}`).join(" ");
  return move.term === undefined ? names : `${move.term}: ${names}`;
}

export interface MovesProps {
  readonly moves: readonly Move[];
  /** Indices of those to show; null: all. */
  readonly only: readonly number[] | null;
  /** Say nothing of what they are worth. */
  readonly secret: boolean;
  readonly disabled: boolean;
  /** Positions that may not be entered this turn. */
  readonly forbidden?: readonly string[];
  readonly cut: boolean;
  readonly make: (move: Move) => void;
  readonly point: (index: number | null) => void;
  readonly clear: () => void;
}

export function Moves({ moves, only, secret, disabled, forbidden = [], cut, make, point, clear }: MovesProps) {
  const words = useWords();
  const word = useMoveWord();
  const [all, setAll] = useState(false);
  const listed = (only ?? moves.map((_, i) => i)).flatMap((i) => {
    const move = moves[i];
    return move ? [{ i, move, result: resultOf(move) }] : [];
  });
  if (!secret) listed.sort((a, b) => (a.result ? ORDER[a.result] : 3) - (b.result ? ORDER[b.result] : 3) || Number(b.move.score ?? 0) - Number(a.move.score ?? 0) || a.i - b.i);
  const shown = all ? listed : listed.slice(0, FIRST);
  if (moves.length === 0) return <p class="hush">{words.noMoves}</p>;
  return (
    <div class="moves">
      {only !== null && (
        <p class="moves-filter">
          <span>{fill(words.movesHere, { n: listed.length })}</span>
          <button type="button" class="link" onClick={clear}>{words.allMoves}</button>
        </p>
      )}
      <ol class="plain move-list">
        {shown.map(({ i, move, result }) => {
          const barred = forbidden.includes(move.to);
          return (
            <li key={`${move.move}`}>
              <button
                type="button"
                class={`move ${secret || !result ? "" : result}`}
                disabled={disabled || barred}
                data-move={move.move}
                onClick={() => make(move)}
                onMouseEnter={() => point(i)}
                onMouseLeave={() => point(null)}
                onFocus={() => point(i)}
                onBlur={() => point(null)}
              >
                {!secret && result && <Glyph outcome={result} />}
                <span class="move-text">{move.text}</span>
                {move.to.length > SHORT && <span class="move-squares">{squaresOf(move)}</span>}
                <span class={`move-to ${move.to.length > SHORT ? "long" : ""}`}>
                  <span aria-hidden="true">→ </span>
                  <span class="out-of-sight">{words.leadsTo} </span>
                  {move.to}
                </span>
                {!secret && (
                  <span class="move-worth">
                    {word(result)}
                    {move.grundy !== undefined ? ` · ${move.grundy}` : ""}
                    {move.score !== undefined ? ` · ${Number(move.score) > 0 ? "+" : ""}${move.score}` : ""}
                  </span>
                )}
                {barred && <span class="move-worth">{words.forbidden}</span>}
              </button>
            </li>
          );
        })}
      </ol>
      {shown.length < listed.length && (
        <button type="button" class="quiet" onClick={() => setAll(true)}>{fill(words.showAll, { n: listed.length })}</button>
      )}
      {cut && <p class="hush">{fill(words.movesCut, { n: moves.length })}</p>}
    </div>
  );
}
