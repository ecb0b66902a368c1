// Who wins here, in one large line.
import type { Answer, Solved } from "../api/types";
import { fill, type Words } from "../i18n/words";
import { useWords } from "../state/taste";
import { Glyph } from "./outcome";
import { StatusBadge } from "./status";

/** How many moves there are, and how many of them are good. */
export function countMoves(answer: Answer, words: Words): string | null {
  if (answer.moves === null) return null;
  if (answer.best_moves) return fill(words.movesBest, { n: answer.moves, w: answer.best_moves.length });
  const w = answer.winning_moves?.length ?? 0;
  return fill(w > 0 ? words.movesWinning : words.movesAre, { n: answer.moves, w });
}

export function Banner({ solved, named }: { solved: Solved; named: boolean }) {
  const words = useWords();
  const { answer } = solved;
  const who = named && solved.player ? solved.player : words.playerToMove;
  const outcome = answer.outcome;
  const facts = [
    answer.grundy === undefined ? null : fill(words.grundyIs, { v: answer.grundy }),
    answer.score === undefined ? null : fill(words.scoreIs, { v: Number(answer.score) > 0 ? `+${answer.score}` : answer.score }),
    answer.remoteness === undefined ? null : fill(words.remotenessIs, { v: answer.remoteness }),
    answer.class === undefined ? null : fill(words.classIs, { v: answer.class }),
    countMoves(answer, words),
  ].filter((f): f is string => f !== null);
  const headline =
    solved.over !== null
      ? { win: fill(words.overWin, { who }), lose: fill(words.overLose, { who }), draw: words.overDraw }[solved.over]
      : outcome === null
        ? answer.score === undefined
          ? words.notKnown
          : fill(words.scoreIs, { v: answer.score })
        : { win: fill(words.wins, { who }), lose: fill(words.loses, { who }), draw: fill(words.draws, { who }) }[outcome];
  return (
    <div class={`banner ${outcome ?? "unknown"}`} role="status" data-outcome={outcome ?? ""}>
      <h2>
        {outcome && <Glyph outcome={outcome} />}
        {headline}
      </h2>
      {answer.known && <p>{answer.known}</p>}
      <p class="facts">
        {facts.map((f) => (
          <span key={f}>{f}</span>
        ))}
      </p>
      <p class="trust">
        <StatusBadge status={answer.status} to={answer.checked_to} /> <span class="hush">{answer.how}</span>
      </p>
      {solved.remarks?.map((remark) => <p key={remark} class="hush remark">{remark}</p>)}
    </div>
  );
}
