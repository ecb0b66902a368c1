// The position as text, to be typed over; Enter goes there. One box for each game of a sum.
import { useEffect, useState } from "preact/hooks";
import { fill } from "../i18n/words";
import { usePlace } from "../state/place";
import { useWords } from "../state/taste";

interface PositionBoxProps {
  readonly term: number;
  readonly title: string | null;
  readonly position: string;
  readonly starts: readonly string[];
}

export function PositionBox({ term, title, position, starts }: PositionBoxProps) {
  const words = useWords();
  const { place, go } = usePlace();
  const [text, setText] = useState(position);
  useEffect(() => setText(position), [position]);
  const visit = (at: string) => go({ terms: place.terms.map((t, i) => (i === term ? { ...t, at } : t)), moves: [] });
  return (
    <form
      class="position-box"
      onSubmit={(e) => {
        e.preventDefault();
        visit(text);
      }}
    >
      <label>
        <span>{title === null ? words.position : fill(words.positionOf, { game: title })}</span>
        <input type="text" class="mono" value={text} list={`starts-${term}`} autocomplete="off" spellcheck={false} onInput={(e) => setText(e.currentTarget.value)} />
      </label>
      <datalist id={`starts-${term}`}>
        {starts.map((s) => (
          <option key={s} value={s} />
        ))}
      </datalist>
      <button type="submit">{words.show}</button>
    </form>
  );
}
