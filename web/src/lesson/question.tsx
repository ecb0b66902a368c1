// A question of a lesson. The server judges the answer and has it; the page does not, until it is given.
import { useState } from "preact/hooks";
import { useAsk } from "../api/ask";
import { post, Problem } from "../api/client";
import type { BoardAnswer, JudgeAnswer, LessonBlock } from "../api/types";
import { useMoves } from "../api/illustrate";
import { Moves } from "../parts/moves";
import { Wrong } from "../parts/waiting";
import { Stage } from "../screens/stage";
import { useTaste } from "../state/taste";
import { Markdown } from "./markdown";

type Ask = Extract<LessonBlock, { kind: "ask" }>;

interface QuestionProps {
  readonly lesson: string;
  readonly ask: Ask;
  /** What was said to the right answer; null while there is none. */
  readonly earned: string | null;
  readonly earn: (said: string) => void;
}

/** The position that is asked about; where a move is wanted, it is made here. */
function Board({ ask, done, answer }: { ask: Ask; done: boolean; answer: ((move: string) => void) | null }) {
  const { words } = useTaste();
  const terms = ask.terms.map((t) => ({ game: t.game, position: t.position }));
  const asked = useAsk<BoardAnswer>("/api/moves", terms.length > 0 && terms.every((t) => t.position !== "") ? { terms, first: 0, moves: [] } : null);
  const moves = useMoves(asked, null, true);
  const [pointed, setPointed] = useState<number | null>(null);
  const [only, setOnly] = useState<readonly number[] | null>(null);
  const board = asked.answer;
  if (!board) return null;
  const make = answer && !done ? (move: { readonly move: string }) => answer(move.move) : null;
  return (
    <>
      <Stage board={board} names={terms.map((t) => JSON.stringify([t.game.name, t.game.rules]))} moves={make ? moves : []} pointed={pointed} look={null} make={make} narrow={setOnly} />
      {make && (
        <details class="settings">
          <summary>{words.moves}</summary>
          <Moves moves={moves} only={only} secret disabled={false} cut={board.cut} make={make} point={setPointed} clear={() => setOnly(null)} />
        </details>
      )}
    </>
  );
}

export function LessonQuestion({ lesson, ask, earned, earn }: QuestionProps) {
  const { lang, words } = useTaste();
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<JudgeAnswer | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const done = earned !== null;
  const answer = async (said: string) => {
    if (said.trim() === "" || done) return;
    setProblem(null);
    try {
      const judged = await post<JudgeAnswer>("/api/answer", { lesson, question: ask.number, answer: said }, { lang });
      if (judged.right) earn(judged.say);
      setWrong(judged.right ? null : judged);
    } catch (error) {
      if (error instanceof Problem) setProblem(error);
    }
  };
  const outcomes: [string, string][] = [["win", words.iWin], ["lose", words.iLose], ...(ask.draws ? ([["draw", words.itIsDrawn]] as [string, string][]) : [])];
  const buttons = ask.about === "outcome" ? outcomes : ask.choices.map((c): [string, string] => [c, c]);
  const typed = ask.about !== "move" && buttons.length === 0;
  return (
    <section class={`sheet question ${done ? "right" : ""}`} data-question={ask.number}>
      <div class="question-text"><Markdown text={ask.question} /></div>
      <Board key={ask.number} ask={ask} done={done} answer={ask.about === "move" ? (m) => void answer(m) : null} />
      {!done && buttons.length > 0 && (
        <div class="row-of-buttons">
          {buttons.map(([value, name]) => (
            <button key={value} type="button" data-answer={value} onClick={() => void answer(value)}>{name}</button>
          ))}
        </div>
      )}
      {!done && ask.about === "move" && <p class="hush">{words.makeMove}</p>}
      {!done && typed && (
        <form
          class="claim-box"
          onSubmit={(e) => {
            e.preventDefault();
            void answer(text);
          }}
        >
          <input type="text" class="mono" value={text} aria-label={words.yourAnswer} placeholder={ask.about === "lost" ? words.numbersHere : ask.about === "claim" ? "lose iff …" : words.yourAnswer} autocomplete="off" autocapitalize="off" spellcheck={false} onInput={(e) => setText(e.currentTarget.value)} />
          <button type="submit" class="strong">{words.checkIt}</button>
        </form>
      )}
      {problem && <Wrong problem={problem} />}
      <div role="status">
        {done && <p class="verdict fine"><b>{words.right}</b></p>}
        {done && earned !== "" && <Markdown text={earned} />}
        {!done && wrong && <p class="verdict bad"><b>{words.notRight}</b></p>}
        {!done && wrong && wrong.found !== "" && <p>{wrong.found.replace(/^\S+:\d+\s+/, "")}</p>}
        {!done && wrong && wrong.say !== "" && <Markdown text={wrong.say} />}
      </div>
    </section>
  );
}
