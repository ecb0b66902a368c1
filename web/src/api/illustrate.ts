// The moves of a position: listed and drawn at once, with nothing solved; what they are worth is filled in when it is known.
import { useMemo } from "preact/hooks";
import type { Asked } from "./ask";
import type { BoardAnswer, Move, Solved } from "./types";

const NOTHING: readonly Move[] = [];

/** The moves on the board, with what the solver knows of them. A position too large to list has those that it names. */
export function useMoves(board: Asked<BoardAnswer>, solved: Asked<Solved> | null, secret: boolean): readonly Move[] {
  const listed = board.fresh ? (board.answer?.moves ?? null) : NOTHING;
  const known = solved?.fresh && !secret ? solved.answer?.answer : undefined;
  return useMemo(() => {
    if (known === undefined) return listed ?? NOTHING;
    // Of more moves than can be listed only those that win are known.
    if (listed === null || known.moves === null) return known.winning_moves?.map((move): Move => ({ ...move, result: "win" })) ?? NOTHING;
    const worth = new Map(known.all_moves?.map((m) => [m.move, m]));
    return listed.map((m) => ({ ...m, ...worth.get(m.move), picture: m.picture }));
  }, [listed, known]);
}
