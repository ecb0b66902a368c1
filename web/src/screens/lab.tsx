// The pattern lab: what is found in the table and how far it can be trusted, proofs for all sizes, and a box for claims
// whose counterexamples turn red on the table.
import { useEffect, useState } from "preact/hooks";
import { useAbout } from "../api/about";
import { useAsk } from "../api/ask";
import { gameRef } from "../api/questions";
import type { CheckAnswer, Found, PatternAnswer, ProveAnswer } from "../api/types";
import { Automaton } from "../parts/automaton";
import { Checks } from "../parts/checks";
import { Cover } from "../parts/cover";
import { HowTo } from "../parts/how-to";
import { Params } from "../parts/params";
import { StatusBadge } from "../parts/status";
import { Waiting } from "../parts/waiting";
import { fill } from "../i18n/words";
import { usePlace } from "../state/place";
import { useWords } from "../state/taste";
import { TablePanel } from "../table/panel";

function Finding({ found, use }: { found: Found; use: (claim: string) => void }) {
  const words = useWords();
  // One that needs definitions of its own is for the rules, not for the line of a claim.
  const claim = found.claim?.includes("\n") === false ? found.claim : null;
  return (
    <li class="finding">
      <p class="formula mono">{found.formula}</p>
      <p>
        <StatusBadge status={found.status} to={found.checked_to} /> <span class="hush">{found.reason}</span>
      </p>
      {claim !== null && <button type="button" class="link" onClick={() => use(claim.replace(/^claim\s+/, ""))}>{words.useAsClaim}</button>}
    </li>
  );
}

export default function LabScreen() {
  const words = useWords();
  const { place, adjust, adjustTerm } = usePlace();
  const term = place.terms[0];
  const about = useAbout(term);
  const game = term ? gameRef(term) : null;
  const patterns = useAsk<PatternAnswer>("/api/pattern", game ? { game } : null, 100);
  const key = JSON.stringify(game);
  const [proving, setProving] = useState<string | null>(place.prove ? key : null);
  const proof = useAsk<ProveAnswer>("/api/prove", game && proving === key ? { game } : null);
  useEffect(() => {
    if (place.prove) setProving(key);
  }, [place.prove, key]);
  const [typed, setTyped] = useState(place.claim);
  useEffect(() => setTyped(place.claim), [place.claim]);
  const claim = place.claim.trim();
  const check = useAsk<CheckAnswer>("/api/check", game && claim !== "" ? { game, claim, ...(place.to > 0 ? { to: place.to } : {}) } : null);
  const judged = claim !== "" && check.fresh ? check.answer?.claims[0] : undefined;
  const use = (text: string) => adjust({ claim: text });
  if (!term || !game) return null;
  return (
    <div class="lab">
      <section class="lab-table">
        <div class="section-head">
          <h1>{about.answer?.title ?? words.lab}</h1>
        </div>
        {about.answer && <Params params={about.answer.params} set={term.set} change={(set) => adjustTerm({ set })} />}
        <Waiting asked={about} />
        {about.answer && <TablePanel game={game} about={about.answer} wrong={judged?.counterexamples ?? []} />}
        {about.answer && <HowTo about={about.answer} />}
      </section>
      <div class="lab-side">
        <section class="sheet" aria-labelledby="claim">
          <h2 id="claim">{words.claim}</h2>
          <form
            class="claim-box"
            onSubmit={(e) => {
              e.preventDefault();
              adjust({ claim: typed });
            }}
          >
            <label class="out-of-sight" for="claim-text">{words.claimLabel}</label>
            <input id="claim-text" type="text" class="mono" value={typed} placeholder={(place.teacher ? undefined : about.answer?.claims[0]?.replace(/^\S+\s+/, "")) ?? "lose iff …"} spellcheck={false} autocomplete="off" onInput={(e) => setTyped(e.currentTarget.value)} />
            <button type="submit" class="strong">{words.checkIt}</button>
          </form>
          <p class="hush">{words.claimHelp}</p>
          <Waiting asked={check} />
          {judged && (
            <div class={`verdict-card ${judged.status === "FALSE" ? "false" : ""}`} role="status" data-status={judged.status ?? ""}>
              <p>
                <StatusBadge status={judged.status} to={judged.checked_to} />
              </p>
              <p>{judged.message.replace(/^\S+:\d+\s+/, "")}</p>
              {judged.exceptions !== undefined && judged.exceptions > 0 && <p class="red">{fill(words.exceptions, { n: judged.exceptions })}</p>}
              {judged.counterexamples && judged.counterexamples.length > 0 && (
                <ul class="plain counterexamples">
                  {judged.counterexamples.slice(0, 24).map((c) => (
                    <li key={c.position} title={fill(words.saidIs, { said: c.said, is: c.is })}>{c.position}</li>
                  ))}
                  {judged.counterexamples.length > 24 && <li>…</li>}
                </ul>
              )}
              {judged.try && (
                <p>
                  {words.tryInstead} <button type="button" class="link mono" onClick={() => use((judged.try ?? "").replace(/^claim\s+/, ""))}>{judged.try}</button>
                </p>
              )}
            </div>
          )}
        </section>
        {place.open === "check" && !place.teacher && <Checks game={game} now use={use} />}
        <section class="sheet" aria-labelledby="patterns">
          <h2 id="patterns">{words.patterns}</h2>
          <Cover of={key}>
          <Waiting asked={patterns} />
          {patterns.answer && (
            <ol class={`plain findings ${patterns.waiting ? "stale" : ""}`}>
              {patterns.answer.found.map((f, i) => (
                <Finding key={i} found={f} use={use} />
              ))}
              {patterns.answer.found.length === 0 && <li class="hush">{words.noPattern}</li>}
              {(patterns.answer.doubts ?? []).map((d) => (
                <li key={d} class="hush">{d}</li>
              ))}
            </ol>
          )}
          </Cover>
        </section>
        {place.open !== "check" && !place.teacher && <Checks game={game} now={false} use={use} />}
      </div>
      <section class="sheet lab-proof" aria-labelledby="proof">
        <h2 id="proof">{words.proof}</h2>
        <Cover of={key}>
        {proving !== key && (
          <p>
            <button type="button" onClick={() => setProving(key)}>{words.prove}</button> <span class="hush">{words.proveHelp}</span>
          </p>
        )}
        <Waiting asked={proof} />
        {proving === key && proof.fresh && proof.answer && (
          <div class="theorem" role="status">
            <StatusBadge status={proof.answer.status} />
            {proof.answer.theorem && <p class="statement">{proof.answer.theorem}</p>}
            {proof.answer.reason && <p>{proof.answer.reason}</p>}
            {proof.answer.automaton_text && <p class="hush">{proof.answer.automaton_text}</p>}
            {proof.answer.how && (
              <ul>
                {proof.answer.how.map((h) => (
                  <li key={h}>{h}</li>
                ))}
              </ul>
            )}
            {proof.answer.svg && <Automaton game={game} svg={proof.answer.svg} text={proof.answer.automaton_text ?? proof.answer.theorem ?? ""} />}
            {proof.answer.lines && proof.answer.lines.length > 0 && <pre class="lines">{proof.answer.lines.join("\n")}</pre>}
          </div>
        )}
        </Cover>
      </section>
    </div>
  );
}
