// The automaton of a proof. The server's drawing is shown as an image, never as part of the page.
import { useEffect, useState } from "preact/hooks";
import { download } from "../save/download";
import { useWords } from "../state/taste";

export function Automaton({ svg, text }: { svg: string; text: string }) {
  const words = useWords();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  return (
    <figure class="automaton">
      {url && <img src={url} alt={text} />}
      <figcaption>
        <button type="button" class="link" onClick={() => download("automaton.svg", svg, "image/svg+xml")}>{words.saveAutomaton}</button>
      </figcaption>
    </figure>
  );
}
