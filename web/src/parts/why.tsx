// The reasons of an answer, drawn: the binary table of a sum, the set behind a mex, the refutation of every move.
import type { Answer, Int, Why } from "../api/types";
import { brief } from "../drawing/elements";
import { fill } from "../i18n/words";
import { useWords } from "../state/taste";
import { Steps } from "./steps";

/** Binary digits that are drawn. */
const MOST_BITS = 64;

type Xor = Extract<Why, { kind: "xor" }>;
type Mex = Extract<Why, { kind: "mex" }>;
type Refuted = Extract<Why, { kind: "refuted" }>;

function XorTable({ why }: { why: Xor }) {
  const words = useWords();
  const width = why.bits;
  const total = why.xor_binary ?? "";
  // More digits than an eye can follow are left out, and so is the middle of such numbers.
  const bits = (text: string | null) => (width > MOST_BITS ? [] : [...(text ?? "")]);
  const short = (value: Int | string | null) => (value === null ? "" : brief(value, 30));
  const zero = String(why.xor) === "0";
  // Columns light up from the ones on: so many of the last ones are worked out.
  const known = (i: number, step: number | null): boolean => step === null || width - i <= step;
  const ones = (i: number): number => why.rows.filter((r) => r.binary?.[i] === "1").length;
  const at = (step: number | null): number => (step === null || step === 0 ? -1 : width - step);
  const table = (step: number | null) => (
    <div class="scroll">
      <table class="xor">
        <caption class="out-of-sight">{words.binaryTable}</caption>
        <thead>
          <tr>
            <th scope="col">{words.part}</th>
            {!why.plain && <th scope="col">{words.value}</th>}
            {bits(total).map((_, i) => (
              <th key={i} scope="col" class="bit-name">{width - 1 - i < 14 ? 2 ** (width - 1 - i) : <>2<sup>{width - 1 - i}</sup></>}</th>
            ))}
            {!zero && step === null && <th scope="col">{words.mustBecome}</th>}
          </tr>
        </thead>
        <tbody>
          {why.rows.map((row, r) => (
            <tr key={r} class={row.possible === true && step === null ? "possible" : ""}>
              <th scope="row">{short(row.part)}</th>
              {!why.plain && <td class="number">{short(row.value)}</td>}
              {bits(row.binary).map((bit, i) => (
                <td key={i} class={`bit ${bit === "1" ? "one" : ""} ${total[i] === "1" && known(i, step) ? "odd" : ""} ${i === at(step) ? "now" : ""}`}>{bit}</td>
              ))}
              {!zero && step === null && (
                <td class="target">
                  {short(row.target)} <span>{row.possible === null ? "" : row.possible ? `✓ ${words.yes}` : `✗ ${words.no}`}</span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">xor</th>
            {!why.plain && <td class="number">{step === null ? short(why.xor) : ""}</td>}
            {bits(total).map((bit, i) => (
              <td key={i} class={`bit ${bit === "1" && known(i, step) ? "one odd" : ""} ${i === at(step) ? "now" : ""}`}>{known(i, step) ? bit : ""}</td>
            ))}
            {!zero && step === null && <td class="target">= {short(why.xor)}</td>}
          </tr>
        </tfoot>
      </table>
      {step !== null && step > 0 && <p role="status">{fill(ones(at(step)) % 2 === 0 ? words.columnEven : words.columnOdd, { n: ones(at(step)), v: 2 ** (width - 1 - at(step)) })}</p>}
    </div>
  );
  if (width > 30) return table(null);
  return <Steps of={width} subject={why.rows.map((r) => r.value).join(" ")}>{table}</Steps>;
}

function MexSet({ why }: { why: Mex }) {
  const words = useWords();
  const by = new Map(why.options.map((o) => [String(o.value), o]));
  const mex = Number(why.mex);
  const most = Math.min(64, Math.max(mex, ...why.options.map((o) => Number(o.value))));
  // First the options go into the set one by one, then it is counted up to the first number that is missing.
  const options = why.options.length;
  const set = (step: number | null) => {
    const placed = new Set(why.options.slice(0, step ?? options).map((o) => String(o.value)));
    const count = step === null ? mex : step - options - 1;
    const option = step !== null && step > 0 && step <= options ? why.options[step - 1] : undefined;
    return (
      <>
        <ol class="plain mex">
          {Array.from({ length: most + 1 }, (_, v) => {
            const here = placed.has(String(v)) ? by.get(String(v)) : undefined;
            const missing = v === mex && count >= mex;
            return (
              <li key={v} class={`${missing ? "missing" : here ? "present" : "absent"} ${v === count || (option && String(option.value) === String(v)) ? "now" : ""}`}>
                <b>{v}</b>
                <span>{missing ? words.mexMissing : here ? `${here.move} → ${here.to}` : ""}</span>
              </li>
            );
          })}
        </ol>
        {step !== null && (
          <p role="status">
            {option ? fill(words.mexOption, { move: option.move, to: option.to, v: option.value }) : count >= 0 ? fill(count >= mex ? words.mexFound : words.mexThere, { v: count }) : words.mexBegin}
          </p>
        )}
      </>
    );
  };
  return <Steps of={options + 1 + mex} subject={why.options.map((o) => o.to).join(" ")}>{set}</Steps>;
}

function Refutations({ why }: { why: Refuted }) {
  const words = useWords();
  return (
    <div class="scroll">
      <table class="refuted">
        <thead>
          <tr>
            <th scope="col">{words.move}</th>
            <th scope="col">{words.leadsTo}</th>
            <th scope="col">{words.theAnswer}</th>
            <th scope="col">{words.leadsTo}</th>
          </tr>
        </thead>
        <tbody>
          {why.moves.slice(0, 40).map((m, i) => (
            <tr key={i}>
              <td>{m.text}</td>
              <td class="mono">{m.to}</td>
              <td>{m.answer ?? "—"}</td>
              <td class="mono">{m.answer_to ?? ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function WhyList({ reasons, answer }: { reasons: readonly Why[]; answer: Answer }) {
  const words = useWords();
  if (reasons.length === 0) return <p class="hush">{words.noReason}</p>;
  return (
    <div class="why">
      {reasons.map((why, i) => (
        <section key={i} class={`reason ${why.kind}`}>
          {why.kind === "xor" && <XorTable why={why} />}
          {why.kind === "mex" && <MexSet why={why} />}
          {why.kind === "refuted" && <Refutations why={why} />}
          {why.kind === "line" && answer.line && (
            <ol class="best-line">
              {answer.line.slice(0, 60).map((step, s) => (
                <li key={s}>
                  <b>{step.player}</b> {step.text} <span class="mono">→ {step.to}</span>
                </li>
              ))}
            </ol>
          )}
          {why.kind !== "refuted" && why.kind !== "line" && why.say.map((s, k) => <p key={k}>{s.replace(/[:：]$/, "")}</p>)}
          {why.kind === "refuted" && why.moves.length > 40 && <p class="hush">{fill(words.showAll, { n: why.moves.length })}</p>}
        </section>
      ))}
    </div>
  );
}
