// What a position is worth where the players have moves of their own: its value with the thermograph, and of a sum the
// temperatures of the parts. The parts come first: the form of a hot sum can be too large where its winner is found at once.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useAsk } from "../api/ask";
import type { Asked, Description, GameRef, SumAnswer, ValueAnswer, ValueMove } from "../api/types";
import { Thermograph, about } from "../drawing/thermograph";
import { fill } from "../i18n/words";
import { useWords } from "../state/taste";
import { StatusBadge } from "./status";
import { Waiting } from "./waiting";

/** Moves that are listed of a player before more are asked for. */
const FIRST = 8;

/** Shows its children where every game of a sum can have values and the players differ in one of them. */
export function WithValues({ games, differ = false, children }: { games: readonly GameRef[]; differ?: boolean; children: ComponentChildren }) {
  const [game, ...rest] = games;
  const features = useAsk<Description>("/api/describe", game ? { game } : null).answer?.features ?? [];
  if (!features.includes("values")) return null;
  const some = differ || features.includes("partizan");
  if (rest.length > 0) return <WithValues games={rest} differ={some}>{children}</WithValues>;
  return <>{some && children}</>;
}

/** The parts of a sum, each with its value and its temperature as a bar. */
function Heats({ sum }: { sum: SumAnswer }) {
  const words = useWords();
  const most = Math.max(...sum.terms.map((t) => about(t.temperature)));
  return (
    <ol class="plain heats" aria-label={words.heats}>
      {sum.terms.map((term, i) => (
        <li key={i} class={i === sum.hottest ? "hottest" : ""}>
          <span class="heat-of">{term.game} <span class="mono">{term.position}</span></span>
          <span class="mono heat-value">{term.unicode}</span>
          <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="10" class="bar-room" />
            {most > 0 && <rect width={Math.max(0, (100 * about(term.temperature)) / most)} height="10" class="bar-heat" />}
          </svg>
          <span class="heat-at">{words.temperature} {term.temperature}{i === sum.hottest && <b> {words.hottest}</b>}</span>
        </li>
      ))}
    </ol>
  );
}

function WinningMoves({ who, moves, parts }: { who: string; moves: readonly ValueMove[]; parts: readonly string[] }) {
  const words = useWords();
  const [all, setAll] = useState(false);
  if (moves.length === 0) return <p>{fill(words.winsNot, { who })}</p>;
  return (
    <div class="scroll">
      <table class="refuted">
        <caption>{fill(words.winsBy, { who })}</caption>
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
export function Value({ question }: { question: Asked }) {
  const words = useWords();
  const games = question.terms.map((t) => t.game);
  const key = JSON.stringify(games);
  const [open, setOpen] = useState<string | null>(null);
  const wanted = open === key;
  const many = games.length > 1;
  const sum = useAsk<SumAnswer>("/api/value", wanted && many ? { ...question, outcome: true } : null, 0, games);
  const whole = useAsk<ValueAnswer>("/api/value", wanted && (!many || sum.fresh) ? question : null, 0, games);
  const value = wanted ? whole.answer : null;
  const said = value ?? (wanted && many ? sum.answer : null);
  const parts = many && wanted ? (sum.answer?.terms.map((t) => t.position) ?? []) : [];
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
          {value && <p class={`worth mono ${value.unicode.length > 24 ? "long" : ""}`} title={value.value}>{value.unicode}</p>}
          <p role="status">
            <b>{said.class}</b> · {said.who}
          </p>
          {many && sum.answer && <Heats sum={sum.answer} />}
          {value && <Facts value={value} />}
          {value && <Thermograph value={value} />}
          {value?.why.map((why) => <p key={why}>{why}</p>)}
          {Object.entries(said.winning_moves ?? {}).map(([who, moves]) => <WinningMoves key={`${who} ${said.position}`} who={who} moves={moves} parts={parts} />)}
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
