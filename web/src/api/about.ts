// What a game is: asked once for every set of rules and parameters.
import type { Term } from "../state/link";
import { useAsk, type Asked } from "./ask";
import { gameRef } from "./questions";
import type { Description } from "./types";

export function useAbout(t: Term | undefined, pause = 0): Asked<Description> {
  return useAsk<Description>("/api/describe", t ? { game: gameRef(t) } : null, pause);
}
