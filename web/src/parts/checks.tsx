// The examples and claims of a game against its rules, as `check` of the command runs them.
import { useState } from "preact/hooks";
import { useAsk } from "../api/ask";
import type { CheckAnswer, ClaimAnswer, GameRef } from "../api/types";
import { fill } from "../i18n/words";
import { useWords } from "../state/taste";
import { StatusBadge } from "./status";
import { Waiting } from "./waiting";

/** A sentence of the server without the line of the file that it begins with. */
const bare = (message: string): string => message.replace(/^\S+:\d+\s+/, "");

function Claim({ claim, use }: { claim: ClaimAnswer; use: (text: string) => void }) {
  const words = useWords();
  return (
    <li class="finding" data-status={claim.status ?? ""}>
      <p class="formula mono">{claim.text}</p>
      <p>
        <StatusBadge status={claim.status} to={claim.checked_to} /> <span class="hush">{bare(claim.message)}</span>
      </p>
      <button type="button" class="link" onClick={() => use(claim.text.replace(/^(?:claim|断言)\s+/, ""))}>{words.useAsClaim}</button>
    </li>
  );
}

/** `now`: it is run at once, else when it is wanted. */
export function Checks({ game, now, use }: { game: GameRef; now: boolean; use: (text: string) => void }) {
  const words = useWords();
  const key = JSON.stringify(game);
  const [wanted, setWanted] = useState<string | null>(now ? key : null);
  const asked = useAsk<CheckAnswer>("/api/check", wanted === key ? { game } : null);
  const answer = wanted === key && asked.fresh ? asked.answer : null;
  const wrong = answer?.examples.filter((e) => e.right === false) ?? [];
  return (
    <section class="sheet" aria-labelledby="checks">
      <h2 id="checks">{words.checks}</h2>
      {wanted !== key && (
        <p>
          <button type="button" onClick={() => setWanted(key)}>{words.runChecks}</button> <span class="hush">{words.checksHelp}</span>
        </p>
      )}
      <Waiting asked={asked} />
      {answer && (
        <div role="status" class="checks" data-ok={String(answer.ok)}>
          <p>{answer.ok ? (answer.complete ? words.checksFine : words.checksOpen) : <span class="red">{words.checksWrong}</span>}</p>
          <p class="hush">{fill(words.examplesRight, { n: answer.examples.filter((e) => e.right).length, of: answer.examples.length })}</p>
          {wrong.length > 0 && (
            <ul class="plain">
              {wrong.map((e) => (
                <li key={e.text} class="red">{bare(e.message)}</li>
              ))}
            </ul>
          )}
          <ol class="plain findings">
            {answer.claims.map((claim, i) => (
              <Claim key={i} claim={claim} use={use} />
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}
