// The card beside the pointer: the value of a cell and its moves. Asked a moment after the pointer rests.
import { useEffect } from "preact/hooks";
import { useAsk } from "../api/ask";
import { typedSet } from "../api/questions";
import type { GameRef, Outcome, Solved, TableAnswer } from "../api/types";
import { fill } from "../i18n/words";
import { countMoves } from "../parts/banner";
import { Glyph } from "../parts/outcome";
import { resultOf } from "../parts/moves";
import { useWords } from "../state/taste";
import { cellAt, coordinates, NONE, outcomeAt, type Grid } from "./grid";
import { label } from "./paint";

interface CellCardProps {
  readonly grid: Grid;
  readonly table: TableAnswer;
  readonly game: GameRef;
  readonly first: 0 | 1;
  readonly cell: number;
  readonly x: number;
  readonly y: number;
  /** Width of the table: the card stands on the side that has room. */
  readonly wide: number;
  readonly hidden: boolean;
  readonly found: (targets: readonly number[]) => void;
}

const outcomeOf = (sign: number): Outcome | null => (sign === NONE ? null : sign < 0 ? "lose" : sign > 0 ? "win" : "draw");

/** The cell's position as typed, where the axes are fields; parameters change the game instead. */
export function atCell(grid: Grid, table: TableAnswer, game: GameRef, cell: number): { game: GameRef; position: string } {
  const at = coordinates(grid, cell);
  const set: Record<string, string> = { ...typedSet(game) };
  const typed: string[] = [];
  let moving = 0;
  for (const axis of table.axes) {
    const still = grid.axes.every((a) => a.name !== axis.name);
    const value = String(still ? axis.from : at[moving++]);
    if (axis.parameter) set[axis.name] = value;
    else typed.push(value);
  }
  return { game: Object.keys(set).length > 0 ? { ...game, set } : game, position: typed.join(" ") };
}

/** The cells to which the moves lead; a heap that is cut leads to several. */
function targetsOf(grid: Grid, solved: Solved): number[] {
  const size = grid.axes.length;
  return (solved.answer.all_moves ?? []).flatMap((m) => {
    // Positions are typed as their numbers, part after part; what was filled in by the rules has a name (limit=4).
    const typed = m.to.split(/\s+/).filter((word) => !word.includes("="));
    const cells: number[] = [];
    for (let i = 0; i + size <= typed.length; i += size) cells.push(cellAt(grid, typed.slice(i, i + size).map(Number)));
    return cells.filter((cell) => cell >= 0);
  });
}

export function CellCard({ grid, table, game, first, cell, x, y, wide, hidden, found }: CellCardProps) {
  const words = useWords();
  const at = coordinates(grid, cell);
  const asked = useAsk<Solved>("/api/solve", hidden ? null : { terms: [atCell(grid, table, game, cell)], first, moves: [] }, 140);
  const solved = asked.fresh ? asked.answer : null;
  useEffect(() => found(solved ? targetsOf(grid, solved) : []), [solved, grid]);
  const name = grid.axes.map((a, i) => `${a.name} = ${at[i]}`).join(", ");
  const outcome = outcomeOf(outcomeAt(grid, cell));
  const text = label(grid, cell);
  const best = solved ? (solved.answer.winning_moves ?? solved.answer.best_moves ?? []) : [];
  const side = wide < 520 ? { left: "8px", right: "8px" } : x > wide / 2 ? { right: `${wide - x + 26}px` } : { left: `${x + 34}px` };
  return (
    <div class="cell-card" style={{ ...side, top: `${Math.max(0, y + 16)}px` }}>
      <p class="cell-name">{name}</p>
      {hidden ? (
        <p class="hush">{words.clickReveals}</p>
      ) : outcome === null ? (
        <p class="hush">{words.noPosition}</p>
      ) : (
        <>
          <p class={`cell-outcome ${outcome}`}>
            <Glyph outcome={outcome} /> {{ win: words.winShort, lose: words.loseShort, draw: words.drawShort }[outcome]}
            {grid.show !== "outcome" && text !== "" && <span> · {grid.show === "remoteness" ? fill(words.remotenessIs, { v: text }) : grid.show === "score" ? fill(words.scoreIs, { v: text }) : fill(words.grundyIs, { v: text })}</span>}
          </p>
          {solved && (
            <>
              <p class="hush">{countMoves(solved.answer, words)}</p>
              <ul class="plain">
                {best.slice(0, 4).map((m) => (
                  <li key={m.move}>
                    <Glyph outcome={resultOf(m) ?? "win"} /> {m.text} <span class="mono">→ {m.to}</span>
                  </li>
                ))}
              </ul>
              {best.length > 4 && <p class="hush">+ {best.length - 4} …</p>}
            </>
          )}
          <p class="hush">{words.clickOpens}</p>
        </>
      )}
    </div>
  );
}
