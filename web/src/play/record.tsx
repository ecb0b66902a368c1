// The game so far: every move, to be looked at again, with a bar of who was winning and, at the end, the move that lost it.
// Who was winning is asked only when it may be told.
import { useId } from "preact/hooks";
import { useAsk } from "../api/ask";
import type { Asked as Question, BoardAnswer, GameRef, HistoryAnswer, Outcome } from "../api/types";
import { fill } from "../i18n/words";
import { Waiting } from "../parts/waiting";
import { useWords } from "../state/taste";
import { Glyph } from "../parts/outcome";
import { leads, outcomeOf } from "./points";

interface RecordProps {
  readonly question: Question;
  readonly subject: readonly GameRef[];
  /** May it be told who was winning? */
  readonly judged: boolean;
  readonly over: boolean;
  readonly nameOf: (seat: 0 | 1) => string;
  /** The seat from which the bar is coloured: blue while that player is ahead. */
  readonly seat: 0 | 1;
  /** Which position is on the board. */
  readonly at: number;
  readonly look: (ply: number) => void;
}

export function Record({ question, subject, judged, over, nameOf, seat, at, look }: RecordProps) {
  const words = useWords();
  const name = useId();
  const board = useAsk<BoardAnswer>("/api/moves", question, 0, subject);
  const asked = useAsk<HistoryAnswer>("/api/history", judged ? question : null, 0, subject);
  const answer = judged ? asked.answer : null;
  const past = board.answer?.past ?? [];
  if (!board.answer) return null;
  const bad = new Map(answer?.mistakes.map((m) => [m.ply, m]));
  const lead = answer && leads(answer);
  const ahead = (i: number): Outcome | null => {
    if (lead) return outcomeOf(lead[i] ?? 0, seat);
    const state = answer?.states[i];
    if (!state || state.outcome === null || state.outcome === "draw") return state?.outcome ?? null;
    return (state.outcome === "win") === (state.mover === seat) ? "win" : "lose";
  };
  const signed = (n: number): string => {
    const mine = seat === 0 ? n : -n;
    return mine > 0 ? `+${mine}` : String(mine + 0);
  };
  const word = (i: number): string => {
    const who = ahead(i);
    return who === null ? "" : who === "draw" ? words.drawShort : fill(words.isAhead, { who: nameOf(who === "win" ? seat : ((1 - seat) as 0 | 1)) });
  };
  // The last move that turned a game which was not lost into one that was.
  const lost = (ply: number, player: 0 | 1) => outcomeOf(lead?.[ply] ?? 0, player) === "lose";
  const losing = over ? answer?.mistakes.findLast((m) => (lead ? lost(m.ply + 1, m.player) && !lost(m.ply, m.player) : m.after === "lose")) : undefined;
  const entry = (i: number) => {
    const move = past[i - 1];
    const fault = bad.get(i - 1);
    const state = answer?.states[i];
    // As the bar has it: blue while the same player is ahead, whoever moves.
    const who = ahead(i);
    return (
      <li key={i} class={`${who ?? ""} ${fault ? "fault" : ""}`}>
        <button type="button" aria-current={i === at ? "step" : undefined} onClick={() => look(i)}>
          <span class="record-number">{i === 0 ? "" : i}</span>
          <span class="record-move">{move ? <><b>{nameOf(move.by)}</b> {move.text}</> : words.start}</span>
          <span class="record-at mono">{move ? move.to : ""}</span>
          {state && <span class="record-value">{who && <Glyph outcome={who} />} {lead ? signed(lead[i] ?? 0) : (state.grundy ?? state.score ?? "")}</span>}
          {fault && <span class="record-fault">{words.mistakeHere}</span>}
        </button>
      </li>
    );
  };
  return (
    <section class="record sheet" aria-labelledby={name}>
      <h2 id={name}>{words.history}</h2>
      {judged && <Waiting asked={asked} />}
      {answer && (
        <ol class="plain balance" aria-label={words.whoWasAhead}>
          {answer.states.map((_, i) => (
            <li key={i} class={ahead(i) ?? "open"}>
              <span class="out-of-sight">{i}: {word(i)}</span>
            </li>
          ))}
        </ol>
      )}
      {losing && (
        <p class="losing-move">
          {fill(words.losingMove, { n: losing.ply + 1, who: nameOf(losing.player), move: past[losing.ply]?.text ?? "" })} {losing.better && fill(words.better, { move: losing.better.text ?? losing.better.move })}
        </p>
      )}
      <ol class="plain strip">{Array.from({ length: past.length + 1 }, (_, i) => entry(i))}</ol>
      {answer && (
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
