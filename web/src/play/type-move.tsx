// A move as it is typed: take 2 @1, b3, 2: take 1. What is no move here is answered with a sentence, and the game stays.
import { useEffect, useState } from "preact/hooks";
import { post, Problem } from "../api/client";
import type { Asked as Question } from "../api/types";
import { Wrong } from "../parts/waiting";
import { useTaste } from "../state/taste";

export function TypeMove({ question, moved }: { question: Question; moved: (typed: string) => void }) {
  const { lang, words } = useTaste();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const here = JSON.stringify(question);
  useEffect(() => {
    setText("");
    setProblem(null);
  }, [here]);
  const go = async () => {
    const typed = text.trim();
    if (typed === "") return;
    try {
      await post("/api/picture", { ...question, moves: [...question.moves, typed] }, { lang });
      moved(typed);
    } catch (error) {
      if (error instanceof Problem) setProblem(error);
    }
  };
  return (
    <form
      class="type-move"
      onSubmit={(e) => {
        e.preventDefault();
        void go();
      }}
    >
      <input type="text" class="mono" value={text} placeholder={words.typeMove} aria-label={words.typeMove} autocomplete="off" autocapitalize="off" spellcheck={false} onInput={(e) => (setText(e.currentTarget.value), setProblem(null))} />
      <button type="submit">{words.makeMoveNow}</button>
      {problem && <Wrong problem={problem} />}
    </form>
  );
}
