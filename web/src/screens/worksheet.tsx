// A sheet of paper for a class: the rules in words, positions to judge (one's own, or some that are found, as hard as wanted), a
// table to fill in, and the answers on a page of their own. Printed by the browser.
import { useEffect, useMemo, useState } from "preact/hooks";
import { useAbout, useQuestion } from "../api/about";
import { useAsk } from "../api/ask";
import { gameRef } from "../api/questions";
import type { Asked as Question, BoardAnswer, Description, Solved, StartsAnswer, TableAnswer } from "../api/types";
import { Drawing } from "../drawing/drawing";
import { fill } from "../i18n/words";
import { RulesInWords } from "../parts/how-to";
import { Segments } from "../parts/segments";
import { Waiting } from "../parts/waiting";
import type { Level } from "../state/link";
import { usePlace } from "../state/place";
import { post } from "../api/client";
import { useTaste, useWords } from "../state/taste";
import { coordinates, NONE, outcomeAt, type Grid } from "../table/grid";
import { label } from "../table/paint";
import { gridOf } from "../table/unpack";

/** A position to judge, as the question that is asked about it: after a move it is the other player's turn. */
interface Item {
  readonly at: string;
  readonly question: Question;
}

/** Positions that are found: the one on the screen, the examples, and others that come up in play. */
function candidates(here: Question, examples: readonly string[], found: StartsAnswer["starts"], { named, kind }: Description): Item[] {
  // Stones are drawn one by one, numbers in a row are written.
  const most = kind === "row" ? 99 : 15;
  const small = (p: string) => p !== "" && p.length < 40 && (p.match(/\d+/g) ?? []).every((n) => Number(n) <= most || /^[01]+$/.test(n));
  const item = (at: string, first: 0 | 1): Item => ({ at, question: { terms: here.terms.map((t) => ({ ...t, position: at })), first, moves: [] } });
  const start = here.moves.length === 0 ? (here.terms[0]?.position ?? "") : "";
  const out: Item[] = start === "" ? [{ at: "", question: here }] : [{ at: start, question: here }];
  // The examples are told for the player whom the rules name first.
  for (const next of [...examples.filter(small).map((at) => item(at, 0)), ...found.filter((f) => small(f.position)).map((f) => item(f.position, f.first))]) {
    if (!out.some((o) => o.at === next.at && (!named || o.question.first === next.question.first))) out.push(next);
  }
  return out;
}

/** Few moves are easy to look through, many are hard. */
const MOVES: Readonly<Record<Level, readonly [number, number]>> = { any: [0, Infinity], easy: [0, 6], medium: [5, 14], hard: [12, Infinity] };

interface ExerciseProps {
  readonly item: Item;
  readonly number: number;
  readonly answers: boolean;
  readonly named: boolean;
  readonly draws: boolean;
  readonly scores: boolean;
}

function Exercise({ item: { question }, number, answers, named, draws, scores }: ExerciseProps) {
  const words = useWords();
  const asked = useAsk<Solved>("/api/solve", question);
  const solved = asked.fresh ? asked.answer : null;
  if (!solved) return answers ? null : <li class="exercise"><Waiting asked={asked} /></li>;
  const at = solved.positions[0] ?? "";
  const best = solved.answer.winning_moves ?? solved.answer.best_moves ?? [];
  const outcome = solved.answer.outcome;
  const who = named && solved.player !== null ? solved.player : null;
  const word = scores || outcome === null ? fill(words.scoreIs, { v: solved.answer.score ?? "?" }) : { win: words.winShort, lose: words.loseShort, draw: words.drawShort }[outcome];
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
      {scores ? (
        <p class="tick">
          {who !== null && fill(words.sheetPlayer, { who })} {words.sheetScore} <span class="blank" aria-hidden="true" />
        </p>
      ) : (
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
      )}
      <p class="tick">
        {scores ? words.sheetBest : words.sheetMove} <span class="blank long" aria-hidden="true" />
      </p>
    </li>
  );
}

/** How many moves each of these positions has, as far as that is known. */
function useSizes(items: readonly Item[]): ReadonlyMap<string, number> {
  const { lang } = useTaste();
  const [sizes, set] = useState<ReadonlyMap<string, number>>(new Map());
  const key = JSON.stringify(items);
  useEffect(() => {
    const control = new AbortController();
    for (const { question } of items) {
      post<BoardAnswer>("/api/moves", question, { lang, signal: control.signal }).then(
        (board) => board.moves && set((held) => new Map(held).set(JSON.stringify(question), board.moves?.length ?? 0)),
        () => undefined,
      );
    }
    return () => control.abort();
  }, [key]);
  return sizes;
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

export default function WorksheetScreen() {
  const words = useWords();
  const { place, go, adjust } = usePlace();
  const term = place.terms[0];
  const about = useAbout(term);
  // A sheet is about one game.
  const alone = useMemo(() => ({ ...place, terms: place.terms.slice(0, 1) }), [place]);
  const question = useQuestion(alone, about);
  const facts = about.fresh ? about.answer : null;
  const small = facts && facts.table.drawing !== "list" && term ? { game: gameRef(term), show: facts.table.show, first: place.first, to: facts.table.drawing === "matrix" ? 9 : 14 } : null;
  const table = useAsk<TableAnswer>("/api/table", small);
  const grid = useMemo(() => (small && table.fresh && table.answer ? gridOf(table.answer) : null), [table.answer, table.fresh, small === null]);
  const [count, setCount] = useState(6);
  const [withAnswers, setWithAnswers] = useState(!place.teacher);
  const [seed, setSeed] = useState(1);
  const game = term ? gameRef(term) : null;
  const found = [0, 1, 2].map((i) => useAsk<StartsAnswer>("/api/starts", game ? { game, seed: seed + i } : null));
  const own = place.sheet.split("\n").map((line) => line.trim()).filter(Boolean);
  const pool = useMemo(
    () => (question && facts ? candidates(question, facts.starts, found.flatMap((f) => f.answer?.starts ?? []), facts) : []),
    [question, facts, ...found.map((f) => f.answer)],
  );
  const sizes = useSizes(place.level === "any" ? [] : pool);
  if (!game) return null;
  const typed = own.map((at): Item => ({ at, question: { terms: [{ game, position: at }], first: place.first, moves: [] } }));
  const [least, most] = MOVES[place.level];
  const fitting = place.level === "any" ? pool : pool.filter((item) => {
    const n = sizes.get(JSON.stringify(item.question));
    return n !== undefined && n >= least && n <= most;
  });
  const items = [...typed, ...fitting.slice(0, Math.max(0, count - typed.length))];
  const named = facts?.named ?? false;
  // Offered for every position of a game that may be drawn, or the offer would give the answer away.
  const has = (feature: string) => facts?.features.includes(feature) ?? false;
  const draws = has("endless") || has("score") || !(has("reversible") || has("misere"));
  const scores = has("score");
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
        <Segments label={words.level} value={place.level} options={[["any", words.levelAny], ["easy", words.levelEasy], ["medium", words.levelMedium], ["hard", words.levelHard]]} change={(level) => adjust({ level })} />
        <label class="own-positions">
          <span>{words.ownPositions}</span>
          <textarea class="mono" rows={3} value={place.sheet} spellcheck={false} onInput={(e) => adjust({ sheet: e.currentTarget.value })} />
        </label>
        <button type="button" onClick={() => setSeed((n) => n + 3)}>{words.otherPositions}</button>
        <button type="button" class="strong" onClick={() => print()}>{words.print}</button>
        <button type="button" onClick={() => go({ screen: "position" })}>{words.back}</button>
      </div>
      <Waiting asked={about} />
      <article class="paper">
        <header>
          <h1>{title}</h1>
          <p class="name-line">
            {words.sheetName} <span class="blank long" aria-hidden="true" /> {words.sheetDate} <span class="blank" aria-hidden="true" />
          </p>
        </header>
        {facts && <RulesInWords about={facts} />}
        <h2>{scores ? words.sheetScores : words.sheetPositions}</h2>
        <ol class="plain exercises">
          {items.map((item, i) => (
            <Exercise key={JSON.stringify(item.question)} item={item} number={i + 1} answers={false} named={named} draws={draws} scores={scores} />
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
                <Exercise key={JSON.stringify(item.question)} item={item} number={i + 1} answers named={named} draws={draws} scores={scores} />
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
