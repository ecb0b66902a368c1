// A sheet of paper for a class: the rules in words, positions to judge, a table to fill in, and the answers on a page of
// their own. Printed by the browser.
import { useMemo, useState } from "preact/hooks";
import { useAbout, useQuestion } from "../api/about";
import { useAsk } from "../api/ask";
import { gameRef } from "../api/questions";
import type { Solved, TableAnswer } from "../api/types";
import { Drawing } from "../drawing/drawing";
import { fill } from "../i18n/words";
import { Waiting } from "../parts/waiting";
import { usePlace } from "../state/place";
import { useWords } from "../state/taste";
import { coordinates, NONE, outcomeAt, type Grid } from "../table/grid";
import { label } from "../table/paint";
import { gridOf } from "../table/unpack";
import type { Term } from "../state/link";

/** Some positions worth asking about: the one on the screen, the examples, and what one move leads to. */
function choosePositions(start: string, examples: readonly string[], moves: readonly string[], count: number): string[] {
  const small = (p: string) => p !== "" && p.length < 40 && (p.match(/\d+/g) ?? []).every((n) => Number(n) <= 15 || /^[01]+$/.test(n));
  const out = [...new Set([start, ...examples.filter(small)])].filter((p) => p !== "").slice(0, Math.ceil(count / 2) + 1);
  const step = Math.max(1, Math.floor(moves.length / count));
  for (let i = 0; i < moves.length && out.length < count; i += step) {
    const next = moves[i] as string;
    if (!out.includes(next)) out.push(next);
  }
  return out.slice(0, count);
}

function Exercise({ term, at, number, answers, first }: { term: Term; at: string; number: number; answers: boolean; first: 0 | 1 }) {
  const words = useWords();
  const asked = useAsk<Solved>("/api/solve", { terms: [{ game: gameRef(term), position: at }], first, moves: [] });
  const solved = asked.answer;
  if (!solved) return <Waiting asked={asked} />;
  const best = solved.answer.winning_moves ?? solved.answer.best_moves ?? [];
  const outcome = solved.answer.outcome;
  const word = outcome === null ? "?" : { win: words.winShort, lose: words.loseShort, draw: words.drawShort }[outcome];
  if (answers) {
    return (
      <li value={number}>
        <span class="mono">{at}</span> — {word}
        {best.length > 0 && `: ${best.slice(0, 3).map((m) => `${m.text} → ${m.to}`).join("; ")}`}
      </li>
    );
  }
  const picture = solved.pictures[0];
  return (
    <li class="exercise">
      <span class="exercise-number">{number}</span>
      {picture && <Drawing picture={picture} label={fill(words.positionIs, { position: at })} />}
      <p class="tick">
        {words.sheetWho}
        <span>
          <i aria-hidden="true" /> {words.moveWins}
        </span>
        <span>
          <i aria-hidden="true" /> {words.moveLoses}
        </span>
        {outcome === "draw" && (
          <span>
            <i aria-hidden="true" /> {words.moveDraws}
          </span>
        )}
      </p>
      <p class="tick">
        {words.sheetMove} <span class="blank long" aria-hidden="true" />
      </p>
    </li>
  );
}

function BlankTable({ grid, answers }: { grid: Grid; answers: boolean }) {
  const columns = grid.axes.length === 2 ? grid.axes[1] : grid.axes[0];
  const across = columns.high - columns.low + 1;
  const lines = grid.values.length / across;
  const rows = grid.axes.length === 2 ? grid.axes[0] : null;
  return (
    <table class="blank-table">
      <thead>
        <tr>
          <th scope="col">{rows ? `${rows.name} \\ ${columns.name}` : columns.name}</th>
          {Array.from({ length: across }, (_, c) => (
            <th key={c} scope="col">{columns.low + c}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: lines }, (_, r) => (
          <tr key={r}>
            <th scope="row">{rows ? rows.low + r : ""}</th>
            {Array.from({ length: across }, (_, c) => {
              const cell = r * across + c;
              const lost = answers && outcomeAt(grid, cell) === -1;
              // The first few are given, as a beginning.
              const given = answers || Math.max(...coordinates(grid, cell).map((v, i) => v - (grid.axes[i]?.low ?? 0))) < 2;
              return (
                <td key={c} class={lost ? "lost" : ""}>{outcomeAt(grid, cell) === NONE ? "×" : given ? label(grid, cell) : ""}</td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function WorksheetScreen() {
  const words = useWords();
  const { place, go } = usePlace();
  const term = place.terms[0];
  const about = useAbout(term);
  // A sheet is about one game.
  const alone = useMemo(() => ({ ...place, terms: place.terms.slice(0, 1) }), [place]);
  const question = useQuestion(alone, about);
  const solved = useAsk<Solved>("/api/solve", question);
  const facts = about.answer;
  const small = facts && facts.table.drawing !== "list" && term ? { game: gameRef(term), show: facts.table.show, to: facts.table.drawing === "matrix" ? 9 : 14 } : null;
  const table = useAsk<TableAnswer>("/api/table", small);
  const grid = useMemo(() => (small && table.answer ? gridOf(table.answer) : null), [table.answer, small === null]);
  const [count, setCount] = useState(6);
  const [withAnswers, setWithAnswers] = useState(true);
  if (!term) return null;
  const start = solved.answer?.positions[0] ?? "";
  const positions = choosePositions(start, facts?.starts ?? [], solved.answer?.answer.all_moves?.map((m) => m.to) ?? [], count);
  const title = facts?.title ?? "";
  return (
    <div class="worksheet">
      <div class="sheet-tools no-print">
        <label class="size">
          <span>{fill(words.sheetCount, { n: count })}</span>
          <input type="range" min={2} max={12} value={count} onInput={(e) => setCount(Number(e.currentTarget.value))} />
        </label>
        <label class="check">
          <input type="checkbox" checked={withAnswers} onChange={(e) => setWithAnswers(e.currentTarget.checked)} />
          {words.sheetAnswers}
        </label>
        <button type="button" class="strong" onClick={() => print()}>{words.print}</button>
        <button type="button" onClick={() => go({ screen: "position" })}>{words.back}</button>
      </div>
      <Waiting asked={about} />
      <Waiting asked={solved} />
      <article class="paper">
        <header>
          <h1>{title}</h1>
          <p class="name-line">
            {words.sheetName} <span class="blank long" aria-hidden="true" /> {words.sheetDate} <span class="blank" aria-hidden="true" />
          </p>
        </header>
        {facts?.note && <p class="lede">{facts.note}</p>}
        <p>{facts?.ending}</p>
        <h2>{words.sheetPositions}</h2>
        <ol class="plain exercises">
          {positions.map((at, i) => (
            <Exercise key={at} term={term} at={at} number={i + 1} answers={false} first={place.first} />
          ))}
        </ol>
        {grid && (
          <section class="fill-in">
            <h2>{grid.show === "grundy" ? words.sheetTableValues : words.sheetTable}</h2>
            <div class="scroll">
              <BlankTable grid={grid} answers={false} />
            </div>
          </section>
        )}
        {withAnswers && (
          <section class="answers">
            <h2>{words.sheetAnswersTitle}</h2>
            <ol>
              {positions.map((at, i) => (
                <Exercise key={at} term={term} at={at} number={i + 1} answers first={place.first} />
              ))}
            </ol>
            {grid && (
              <div class="scroll">
                <BlankTable grid={grid} answers />
              </div>
            )}
          </section>
        )}
      </article>
    </div>
  );
}
