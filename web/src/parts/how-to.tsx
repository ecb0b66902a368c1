// The rules in words: the note of the game, or what can be said of its moves and its end.
import type { Description } from "../api/types";
import { fill } from "../i18n/words";
import { Cover } from "./cover";
import { useWords } from "../state/taste";

export function HowTo({ about, open = false }: { about: Description; open?: boolean }) {
  const words = useWords();
  const moves = [...new Set(about.moves.map((m) => m.name ?? words.move))].join(", ");
  return (
    <details class="how-to" open={open}>
      <summary>{words.howTo}</summary>
      {/* A note may say more than how to play. */}
      {about.note ? <Cover of={about.title}><p>{about.note}</p></Cover> : <p>{fill(words.movesNamed, { list: moves })}</p>}
      <p>{about.ending}</p>
    </details>
  );
}
