// A game for points: who was winning is what was gained so far and what is still to come together, not what is to come alone.
import type { HistoryAnswer, Outcome } from "../api/types";

/** At every position of a game, by how much the player who is named first will be ahead in the end; null where points do not decide. */
export function leads({ states, totals }: HistoryAnswer): readonly number[] | null {
  if (totals === null || states.some((s) => s.score === null || s.outcome === null || (s.move && s.move.score === undefined))) return null;
  let gained = 0;
  return states.map(({ score, mover, move }, i) => {
    const left = (mover === 0 ? 1 : -1) * Number(score);
    const by = states[i - 1]?.mover ?? 0;
    // The score of a move is what it gains and what is then to come.
    if (move) gained += (by === 0 ? 1 : -1) * Number(move.score) - left;
    return gained + left;
  });
}

/** What a lead of the player who is named first is to this one. */
export const outcomeOf = (lead: number, seat: 0 | 1): Outcome => (lead === 0 ? "draw" : lead > 0 === (seat === 0) ? "win" : "lose");
