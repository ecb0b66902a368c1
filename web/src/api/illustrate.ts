// Pictures of where the moves lead, asked for one by one beside the answer: hovering a move then shows what it changes, and
// a click on a thing finds its moves. Equal results are asked once; a position with very many moves goes without.
import { useEffect, useState } from "preact/hooks";
import { useTaste } from "../state/taste";
import { post } from "./client";
import type { Asked, Move, Picture } from "./types";

const MOST = 160;
/** At once, so that the question that matters next does not wait behind them. */
const LANES = 4;

const NOTHING: readonly Move[] = [];

/** The moves, with pictures as soon as they are there. `null` moves: nothing to draw. */
export function useIllustrated(question: Asked | null, moves: readonly Move[] | null): readonly Move[] {
  const { lang } = useTaste();
  const [drawn, setDrawn] = useState<{ readonly of: readonly Move[]; readonly moves: readonly Move[] } | null>(null);
  useEffect(() => {
    if (question === null || moves === null || moves.length === 0 || moves.length > MOST) return;
    const control = new AbortController();
    const pictures = new Map<string, readonly Picture[]>();
    const wanted = [...new Map(moves.map((m) => [m.to, m])).values()];
    const lane = async () => {
      for (let move = wanted.pop(); move !== undefined; move = wanted.pop()) {
        const asked: Asked = { terms: question.terms, first: question.first, moves: [...question.moves, move.move] };
        const answer = await post<{ pictures: readonly Picture[] }>("/api/picture", asked, { lang, signal: control.signal });
        pictures.set(move.to, answer.pictures);
      }
    };
    // A picture that does not come is a convenience less; the list of moves is complete without it.
    void Promise.allSettled(Array.from({ length: LANES }, lane)).then(() => {
      if (control.signal.aborted) return;
      setDrawn({ of: moves, moves: moves.map((m) => ({ ...m, pictures: pictures.get(m.to) })) });
    });
    return () => control.abort();
  }, [moves]);
  return drawn !== null && drawn.of === moves ? drawn.moves : (moves ?? NOTHING);
}
