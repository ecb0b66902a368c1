// The rules in words: the note of the game, or what the server puts together from its rules; and how play ends.
import type { Description } from "../api/types";
import { Cover } from "./cover";
import { useWords } from "../state/taste";

/** The sentences themselves. A note may say more than how to play, so it can be covered. */
export function RulesInWords({ about }: { about: Description }) {
  return (
    <>
      {about.note ? (
        <Cover of={about.title}><p>{about.note}</p></Cover>
      ) : (
        <ul class="told">
          {about.told.map((sentence) => <li key={sentence}>{sentence}</li>)}
        </ul>
      )}
      {about.ends.map((sentence) => <p key={sentence}>{sentence}</p>)}
    </>
  );
}

export function HowTo({ about }: { about: Description }) {
  const words = useWords();
  return (
    <details class="how-to">
      <summary>{words.howTo}</summary>
      <RulesInWords about={about} />
    </details>
  );
}
