// What a position is worth where the players have moves of their own: its value with the thermograph, and of a sum the
// temperatures of the parts. The parts come first: the form of a hot sum can be too large where its winner is found at once.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useAsk } from "../api/ask";
import type { Asked, Description, GameRef, LoopyAnswer, SumAnswer, ValueAnswer, ValueMove } from "../api/types";
import { Thermograph, about } from "../drawing/thermograph";
import { fill } from "../i18n/words";
import { useWords } from "../state/taste";
import { StatusBadge } from "./status";
import { Waiting } from "./waiting";

/** Moves that are listed of a player before more are asked for. */
const FIRST = 8;

interface WithValuesProps {
  readonly games: readonly GameRef[];
  /** What is special about the games before these. */
  readonly before?: readonly string[];
  readonly children: (features: readonly string[]) => ComponentChildren;
}

/** Shows its children where every game of a sum can have values and the players differ in one of them. */
export function WithValues({ games, before = [], children }: WithValuesProps) {
  const [game, ...rest] = games;
  const here = useAsk<Description>("/api/describe", game ? { game } : null).answer?.features ?? [];
  if (!here.includes("values")) return null;
  const features = [...before, ...here];
  if (rest.length > 0) return <WithValues games={rest} before={features}>{children}</WithValues>;
  return <>{features.includes("partizan") && children(features)}</>;
}

/** The parts of a sum, each with its value and its temperature as a bar. */
function Heats({ sum }: { sum: SumAnswer }) {
  const words = useWords();
  const most = Math.max(...sum.terms.map((t) => about(t.temperature)));
  // Several may be as hot as the first of them.
  const hottest = sum.hottest === undefined ? null : sum.terms[sum.hottest]?.temperature;
  return (
    <ol class="plain heats" aria-label={words.heats}>
      {sum.terms.map((term, i) => (
        <li key={i} class={term.temperature === hottest ? "hottest" : ""}>
          <span class="heat-of">{term.game} <span class="mono">{term.position}</span></span>
          <span class="mono heat-value">{term.unicode}</span>
          <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="10" class="bar-room" />
            {most > 0 && <rect width={Math.max(0, (100 * about(term.temperature)) / most)} height="10" class="bar-heat" />}
          </svg>
          <span class="heat-at">{words.temperature} {term.temperature}{term.temperature === hottest && <b> {words.hottest}</b>}</span>
        </li>
      ))}
    </ol>
  );
}

function FirstMoves({ said, moves, parts }: { said: string; moves: readonly ValueMove[]; parts: readonly string[] }) {
  const words = useWords();
  const [all, setAll] = useState(false);
  return (
    <div class="scroll">
      <table class="refuted">
        <caption>{said}</caption>
        <thead>
          <tr>
            {parts.length > 1 && <th scope="col">{words.part}</th>}
            <th scope="col">{words.move}</th>
            <th scope="col">{words.leadsTo}</th>
            <th scope="col">{words.value}</th>
          </tr>
        </thead>
        <tbody>
          {(all ? moves : moves.slice(0, FIRST)).map((m) => (
            <tr key={`${m.term} ${m.move}`}>
              {parts.length > 1 && <td class="mono">{parts[m.term]}</td>}
              <td>{m.text}</td>
              <td class="mono">{m.to}</td>
              <td class="mono">{m.unicode}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!all && moves.length > FIRST && <button type="button" class="quiet" onClick={() => setAll(true)}>{fill(words.showAll, { n: moves.length })}</button>}
    </div>
  );
}

function Facts({ value }: { value: ValueAnswer }) {
  const words = useWords();
  const [left = "", right = ""] = value.players;
  const facts = [
    [words.stops, fill(words.stopsAre, { left, right, l: value.left_stop, r: value.right_stop })],
    [words.temperature, value.temperature],
    [words.mean, value.mean],
    [words.atomicWeight, value.atomic_weight],
    [words.form, fill(words.formIs, { d: value.birthday, n: value.followers })],
  ] as const;
  return (
    <dl class="value-facts">
      {facts.map(([name, said]) => said !== undefined && (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{said}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The value of the position on the screen, asked for when it is wanted; from then on it follows the moves. */
export function Value({ question, loopy, now }: { question: Asked; loopy: boolean; now: boolean }) {
  const words = useWords();
  const games = question.terms.map((t) => t.game);
  const key = JSON.stringify(games);
  const [open, setOpen] = useState<string | null>(now ? key : null);
  const wanted = open === key;
  const many = games.length > 1;
  const heated = many && !loopy;
  const sum = useAsk<SumAnswer>("/api/value", wanted && heated ? { ...question, outcome: true } : null, 0, games);
  const whole = useAsk<ValueAnswer | LoopyAnswer>("/api/value", wanted && (!heated || sum.fresh) ? question : null, 0, games);
  const value = wanted ? whole.answer : null;
  const heats = wanted && heated ? sum.answer : null;
  const said = value ?? heats;
  // A loopy game has no stops and no temperature.
  const ends = value !== null && "left" in value ? value : null;
  const parts = said?.terms?.map((t) => t.position) ?? [];
  const draws = Object.entries(value !== null && "drawing_moves" in value ? (value.drawing_moves ?? {}) : {}).filter(([, moves]) => moves.length > 0);
  return (
    <section class="sheet value" aria-labelledby="value">
      <h2 id="value">{words.valueTitle}</h2>
      {!wanted && (
        <p>
          <button type="button" onClick={() => setOpen(key)}>{words.showValue}</button> <span class="hush">{words.valueHelp}</span>
        </p>
      )}
      {said && (
        <div class={sum.waiting || whole.waiting ? "stale" : ""}>
          {value && <p class={`worth mono ${(value.unicode?.length ?? 0) > 24 ? "long" : ""}`} title={value.value}>{value.unicode ?? words.valueNotFound}</p>}
          <p role="status">
            {"class" in said && <><b>{said.class}</b> · </>}{said.who}
          </p>
          {heats && <Heats sum={heats} />}
          {ends && <Facts value={ends} />}
          {ends && <Thermograph value={ends} />}
          {value?.why.map((why) => <p key={why}>{why}</p>)}
          {Object.entries(said.winning_moves ?? {}).map(([who, moves]) =>
            moves.length === 0 ? <p key={who}>{fill(words.winsNot, { who })}</p> : <FirstMoves key={`${who} ${said.position}`} said={fill(words.winsBy, { who })} moves={moves} parts={parts} />,
          )}
          {draws.map(([who, moves]) => <FirstMoves key={`${who} ${said.position}`} said={fill(words.drawsBy, { who })} moves={moves} parts={parts} />)}
          <p>
            <StatusBadge status={said.status} /> <span class="hush">{said.how}</span>
          </p>
        </div>
      )}
      <Waiting asked={sum} />
      <Waiting asked={whole} />
    </section>
  );
}
