// Games whose positions are not numbers: the positions by size, each with its outcome.
import { useState } from "preact/hooks";
import type { Outcome, TableAnswer, TableRow } from "../api/types";
import { Glyph } from "../parts/outcome";
import { fill } from "../i18n/words";
import { useWords } from "../state/taste";

const FIRST = 240;

function outcomeOf(row: TableRow): Outcome | null {
  if (row.outcome) return row.outcome;
  if (row.grundy !== undefined && row.grundy !== null) return String(row.grundy) === "0" ? "lose" : "win";
  if (row.score !== undefined && row.score !== null) return Number(row.score) > 0 ? "win" : Number(row.score) < 0 ? "lose" : "draw";
  return null;
}

interface ListProps {
  readonly table: TableAnswer;
  readonly teacher: boolean;
  readonly wrong: ReadonlySet<string>;
  readonly open: (position: string) => void;
}

export function PositionList({ table, teacher, wrong, open }: ListProps) {
  const words = useWords();
  const [all, setAll] = useState(false);
  const rows = table.rows ?? [];
  const shown = all ? rows.slice(0, 5000) : rows.slice(0, FIRST);
  if (rows.length === 0) return <p class="hush">{words.emptyTable}</p>;
  return (
    <div class="position-list">
      <ul class="plain">
        {shown.map((row, i) => {
          const at = row.position ?? "";
          const outcome = teacher ? null : outcomeOf(row);
          const value = row.grundy ?? row.score ?? null;
          return (
            <li key={i}>
              <button type="button" class={`entry ${outcome ?? ""} ${wrong.has(at) ? "is-wrong" : ""}`} onClick={() => open(at)}>
                {outcome && <Glyph outcome={outcome} />}
                <span class="mono">{at === "" ? '""' : at}</span>
                {!teacher && value !== null && <b>{value}</b>}
              </button>
            </li>
          );
        })}
      </ul>
      {rows.length > shown.length && (
        <button type="button" class="quiet" onClick={() => setAll(true)}>{fill(words.showAll, { n: rows.length })}</button>
      )}
    </div>
  );
}
