// The game so far as a strip: a box a position with its value, coloured by who is winning, and the moves that threw it away.
import { useAsk } from "../api/ask";
import type { Asked as Question, HistoryAnswer } from "../api/types";
import { fill } from "../i18n/words";
import { useWords } from "../state/taste";
import { Glyph } from "./outcome";

interface HistoryProps {
  readonly question: Question;
  /** May values be shown? Until then only the moves are. */
  readonly open: boolean;
  readonly nameOf: (seat: 0 | 1) => string;
  /** The seat from which the strip is coloured: blue while that player is ahead. */
  readonly seat: 0 | 1;
}

export function HistoryStrip({ question, open, nameOf, seat }: HistoryProps) {
  const words = useWords();
  const asked = useAsk<HistoryAnswer>("/api/history", question.moves.length > 0 ? question : null);
  const answer = question.moves.length > 0 ? asked.answer : null;
  if (!answer) return null;
  const bad = new Map(answer.mistakes.map((m) => [m.ply, m]));
  return (
    <section class="history" aria-labelledby="history">
      <h2 id="history">{words.history}</h2>
      <ol class="plain strip">
        {answer.states.map((state, i) => {
          const fault = open ? bad.get(i - 1) : undefined;
          const ahead = state.outcome === null || state.outcome === "draw" ? state.outcome : (state.outcome === "win") === (state.mover === seat) ? "win" : "lose";
          return (
            <li key={i} class={`${open && ahead ? ahead : ""} ${fault ? "fault" : ""}`}>
              <span class="strip-who">{state.move ? nameOf((1 - state.mover) as 0 | 1) : words.start}</span>
              <span class="strip-move">{state.move?.text ?? ""}</span>
              <span class="strip-at mono">{state.position}</span>
              {open && (
                <span class="strip-value">
                  {state.outcome && <Glyph outcome={state.outcome} />}
                  {state.grundy ?? state.score ?? ""}
                </span>
              )}
              {fault && <span class="strip-fault">{words.mistakeHere}</span>}
            </li>
          );
        })}
      </ol>
      {open && (
        <ul class="plain faults">
          {answer.mistakes.map((m) => (
            <li key={m.ply}>
              <b>{fill(words.moveN, { n: m.ply + 1, who: nameOf(m.player) })}</b> {m.say}
              {m.better && <span> {fill(words.better, { move: m.better.text ?? m.better.move })}</span>}
            </li>
          ))}
          {answer.mistakes.length === 0 && <li class="hush">{words.noMistakes}</li>}
        </ul>
      )}
    </section>
  );
}
