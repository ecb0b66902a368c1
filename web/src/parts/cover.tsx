// Something that would give an answer away, covered for a class until somebody uncovers it. `of` names what is covered: another
// game or position is covered anew.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { usePlace } from "../state/place";
import { useWords } from "../state/taste";

export function Cover({ of, children, instead }: { of: string; children: ComponentChildren; instead?: ComponentChildren }) {
  const words = useWords();
  const { place } = usePlace();
  const [open, setOpen] = useState<string | null>(null);
  if (!place.teacher || open === of) return <>{children}</>;
  return (
    <div class="cover">
      {instead}
      <p class="no-print">
        <span class="hush">{words.covered}</span> <button type="button" onClick={() => setOpen(of)}>{words.reveal}</button>
      </p>
    </div>
  );
}
