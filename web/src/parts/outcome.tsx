// Outcomes in words, colours and shapes: nobody needs to see the colour to know them.
import type { Outcome } from "../api/types";
import { useWords } from "../state/taste";

const SHAPES: Readonly<Record<Outcome, string>> = {
  win: "M8 2 L14.5 13.5 L1.5 13.5 Z",
  lose: "M8 14 L14.5 2.5 L1.5 2.5 Z",
  draw: "M2 5 H14 M2 11 H14",
};

export function Glyph({ outcome }: { outcome: Outcome }) {
  return (
    <svg class={`glyph ${outcome}`} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[outcome]} />
    </svg>
  );
}

/** What a move is worth to the one who makes it. */
export function useMoveWord(): (result: Outcome | undefined) => string {
  const words = useWords();
  return (result) => (result === undefined ? "" : { win: words.moveWins, draw: words.moveDraws, lose: words.moveLoses }[result]);
}
