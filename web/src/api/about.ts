// What a game is: asked once for every set of rules and parameters. And the question about the position on the screen,
// which needs to know where a game starts if nobody typed a position.
import { useMemo } from "preact/hooks";
import type { Place, Term } from "../state/link";
import { useAsk, type Asked } from "./ask";
import { asked, gameRef } from "./questions";
import type { Asked as Question, Description } from "./types";

export function useAbout(t: Term | undefined, pause = 0): Asked<Description> {
  return useAsk<Description>("/api/describe", t ? { game: gameRef(t) } : null, pause);
}

/** The question that a place asks; null until it is known where its game starts. */
export function useQuestion(place: Place, about: Asked<Description>): Question | null {
  const [head, ...rest] = place.terms;
  const start = about.fresh && about.answer ? (about.answer.start ?? "") : null;
  const known = head === undefined || head.at !== "" ? "" : about.problem ? "" : start;
  return useMemo(() => {
    if (head === undefined || known === null) return null;
    return asked({ ...place, terms: [{ ...head, at: head.at === "" ? known : head.at }, ...rest] });
  }, [place.terms, place.first, place.moves, known]);
}
