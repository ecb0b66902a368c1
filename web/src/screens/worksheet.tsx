// A sheet of paper for a class: the rules in words, positions to judge, a table to fill in, and the answers on a page of
// their own. Printed by the browser.
import { useMemo, useState } from "preact/hooks";
import { useAbout, useQuestion } from "../api/about";
import { useAsk } from "../api/ask";
import { gameRef } from "../api/questions";
import type { Asked as Question, Move, Solved, TableAnswer } from "../api/types";
import { Drawing } from "../drawing/drawing";
import { fill } from "../i18n/words";
import { Cover } from "../parts/cover";
import { Waiting } from "../parts/waiting";
import { usePlace } from "../state/place";
import { useWords } from "../state/taste";
import { coordinates, NONE, outcomeAt, type Grid } from "../table/grid";
import { label } from "../table/paint";
import { gridOf } from "../table/unpack";

/** A position to judge, as the question that is asked about it: after a move it is the other player's turn. */
interface Item {
  readonly at: string;
  readonly question: Question;
}

/** Some positions worth asking about: the one on the screen, the examples, and what one move leads to. */
function chooseItems(here: Question, solved: Solved, examples: readonly string[], count: number): Item[] {
  const small = (p: string) => p !== "" && p.length < 40 && (p.match(/\d+/g) ?? []).every((n) => Number(n) <= 15 || /^[01]+$/.test(n));
  const start = solved.positions[0] ?? "";
  // The examples are told for the player whom the rules name first.
  const told = examples.filter((p) => small(p) && p !== start).map((at): Item => ({ at, question: { terms: here.terms.map((t) => ({ ...t, position: at })), first: 0, moves: [] } }));
  const out = [{ at: start, question: here }, ...told].slice(0, Math.ceil(count / 2) + 1);
  const moves = solved.answer.all_moves ?? [];
  const step = Math.max(1, Math.floor(moves.length / count));
  for (let i = 0; i < moves.length && out.length < count; i += step) {
    const { to, move } = moves[i] as Move;
    if (!out.some((item) => item.at === to)) out.push({ at: to, question: { ...here, moves: [...here.moves, move] } });
  }
  return out.slice(0, count);
}

function Exercise({ item: { at, question }, number, answers, named, draws }: { item: Item; number: number; answers: boolean; named: boolean; draws: boolean }) {
  const words = useWords();
  const asked = useAsk<Solved>("/api/solve", question);
  const solved = asked.fresh ? asked.answer : null;
  if (!solved) return <Waiting asked={asked} />;
  const best = solved.answer.winning_moves ?? solved.answer.best_moves ?? [];
  const outcome = solved.answer.outcome;
  const who = named && solved.player !== null ? solved.player : null;
  const word = outcome === null ? fill(words.scoreIs, { v: solved.answer.score ?? "?" }) : { win: words.winShort, lose: words.loseShort, draw: words.drawShort }[outcome];
  if (answers) {
    return (
      <li value={number}>
        <span class="mono">{at}</span>{who === null ? "" : ` · ${fill(words.turnOf, { who })}`} — {word}
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
        {who === null ? words.sheetWho : fill(words.sheetPlayer, { who })}
        <span>
          <i aria-hidden="true" /> {words.moveWins}
        </span>
        <span>
          <i aria-hidden="true" /> {words.moveLoses}
        </span>
        {draws && (
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
  const facts = about.fresh ? about.answer : null;
  const small = facts && facts.table.drawing !== "list" && term ? { game: gameRef(term), show: facts.table.show, first: place.first, to: facts.table.drawing === "matrix" ? 9 : 14 } : null;
  const table = useAsk<TableAnswer>("/api/table", small);
  const grid = useMemo(() => (small && table.fresh && table.answer ? gridOf(table.answer) : null), [table.answer, table.fresh, small === null]);
  const [count, setCount] = useState(6);
  const [withAnswers, setWithAnswers] = useState(!place.teacher);
  if (!term) return null;
  const items = question && solved.fresh && solved.answer ? chooseItems(question, solved.answer, facts?.starts ?? [], count) : [];
  const named = facts?.named ?? false;
  // Offered for every position of a game that may be drawn, or the offer would give the answer away.
  const has = (feature: string) => facts?.features.includes(feature) ?? false;
  const draws = has("endless") || has("score") || !(has("reversible") || has("misere"));
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
        {facts?.note && <Cover of={title}><p class="lede">{facts.note}</p></Cover>}
        <p>{facts?.ending}</p>
        <h2>{words.sheetPositions}</h2>
        <ol class="plain exercises">
          {items.map((item, i) => (
            <Exercise key={item.at} item={item} number={i + 1} answers={false} named={named} draws={draws} />
          ))}
        </ol>
        {grid && (
          <section class="fill-in">
            <h2>{grid.show === "grundy" ? words.sheetTableValues : named ? fill(words.sheetTableOf, { who: facts?.players[place.first] ?? "" }) : words.sheetTable}</h2>
            <div class="scroll">
              <BlankTable grid={grid} answers={false} />
            </div>
          </section>
        )}
        {withAnswers && (
          <section class="answers">
            <h2>{words.sheetAnswersTitle}</h2>
            <ol>
              {items.map((item, i) => (
                <Exercise key={item.at} item={item} number={i + 1} answers named={named} draws={draws} />
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
