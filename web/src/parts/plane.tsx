// A position of two numbers as a square of a board: where one stands, where one can go, and the squares that are lost.
import { useAsk } from "../api/ask";
import type { GameRef, Move, TableAnswer } from "../api/types";
import { fill } from "../i18n/words";
import { useWords } from "../state/taste";
import { cellAt, coordinates, NONE, outcomeAt } from "../table/grid";
import { gridOf } from "../table/unpack";
import { Waiting } from "./waiting";

/** The largest number that is drawn, and the least board. */
export const MOST = 30;
const LEAST = 9;
const S = 22;

interface PlaneProps {
  readonly game: GameRef;
  readonly first: 0 | 1;
  readonly at: readonly [number, number];
  readonly moves: readonly Move[];
}

export function Plane({ game, first, at, moves }: PlaneProps) {
  const words = useWords();
  const to = Math.max(LEAST, ...at);
  const asked = useAsk<TableAnswer>("/api/table", { game, show: "win", first, to });
  const grid = asked.answer ? gridOf(asked.answer) : null;
  if (!grid || grid.axes.length !== 2) return <Waiting asked={asked} />;
  const [down, across] = grid.axes;
  const here = cellAt(grid, at);
  const goals = new Set(moves.map((m) => cellAt(grid, m.to.split(/\s+/).map(Number))));
  const w = (across.high - across.low + 1) * S + 26;
  const h = (down.high - down.low + 1) * S + 26;
  return (
    <section class="sheet" aria-labelledby="plane">
      <h2 id="plane">{words.plane}</h2>
      <div class="scroll">
        <svg class="plane" width={w} height={h} viewBox={`0 0 ${w} ${h}`} role="img" aria-label={fill(words.planeIs, { position: at.join(" ") })}>
          {Array.from({ length: across.high - across.low + 1 }, (_, c) => (
            <text key={`c${c}`} class="board-name" x={24 + c * S + S / 2} y={11}>{across.low + c}</text>
          ))}
          {Array.from({ length: down.high - down.low + 1 }, (_, r) => (
            <text key={`r${r}`} class="board-name" x={11} y={24 + r * S + S / 2}>{down.low + r}</text>
          ))}
          {Array.from(grid.values, (_, cell) => {
            const [r = 0, c = 0] = coordinates(grid, cell);
            const x = 24 + (c - across.low) * S;
            const y = 24 + (r - down.low) * S;
            const outcome = outcomeAt(grid, cell);
            if (outcome === NONE) return null;
            return (
              <g key={cell} class={`plane-square ${outcome < 0 ? "lost" : ""}`}>
                <rect x={x} y={y} width={S} height={S} />
                {goals.has(cell) && <rect class="reach" x={x + 2} y={y + 2} width={S - 4} height={S - 4} />}
                {outcome < 0 && <path d={`M${x + 6} ${y + 6} l10 10 m0 -10 l-10 10`} />}
                {cell === here && <text class="plane-queen" x={x + S / 2} y={y + S / 2}>♛</text>}
              </g>
            );
          })}
        </svg>
      </div>
      <p class="hush">{words.planeHelp}</p>
    </section>
  );
}
