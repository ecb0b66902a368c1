// What stands where an answer is not (yet): work under way with its progress and a way to stop it, or what went wrong.
import type { Asked } from "../api/ask";
import type { Problem } from "../api/client";
import { fill } from "../i18n/words";
import { useTaste, useWords } from "../state/taste";

export function Waiting({ asked }: { asked: Asked<unknown> }) {
  const words = useWords();
  if (asked.stopped) {
    return (
      <div class="notice" role="status">
        <span>{words.stopped}</span>
        <button type="button" onClick={asked.again}>{words.again}</button>
      </div>
    );
  }
  if (asked.problem) return <Wrong problem={asked.problem} again={asked.again} />;
  if (!asked.waiting || !asked.long) return null;
  const heard = asked.heard;
  const progress = heard?.kind === "progress" ? heard.progress : null;
  const part = progress ? share(progress) : null;
  const said =
    heard?.kind === "waiting"
      ? fill(words.ahead, { n: heard.ahead })
      : progress
        ? fill(words.examined, { n: progress.positions.toLocaleString(), s: progress.seconds.toFixed(0) })
        : words.working;
  return (
    <div class="notice" role="status">
      <progress {...(part === null ? {} : { value: part, max: 1 })} aria-label={words.working} />
      <span>{said}</span>
      <button type="button" onClick={asked.stop}>{words.stop}</button>
    </div>
  );
}

function share(p: { done: number | null; of: number | null; positions: number; expected: number | null }): number | null {
  if (p.done !== null && p.of) return Math.min(1, p.done / p.of);
  return p.expected ? Math.min(1, p.positions / p.expected) : null;
}

interface WrongProps {
  readonly problem: Problem;
  readonly again?: () => void;
  /** Takes one of the names that may have been meant. */
  readonly choose?: (name: string) => void;
}

export function Wrong({ problem, again, choose }: WrongProps) {
  const { lang, words } = useTaste();
  const { kind, message, near, diagnostics } = problem.body;
  const retry = kind === "offline" || kind === "busy" || kind === "internal";
  const text = kind === "offline" ? words.offline : message;
  const first = diagnostics?.[0];
  return (
    <div class="notice wrong" role="alert">
      <div>
        <p class="said">{first ? first.message[lang] : text}</p>
        {first?.help && <p class="hush">{first.help[lang]}</p>}
        {near && near.length > 0 && !choose && <p class="hush">{fill(words.near, { list: near.join(", ") })}</p>}
        {near && near.length > 0 && choose && (
          <p class="examples">
            <span class="hush">{words.nearThese}</span>
            {near.map((name) => (
              <button key={name} type="button" class="chip" onClick={() => choose(name)}>{name}</button>
            ))}
          </p>
        )}
      </div>
      {retry && again && <button type="button" onClick={again}>{words.again}</button>}
    </div>
  );
}
