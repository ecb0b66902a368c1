// The lessons, and one of them: text, positions to play, questions. What comes after a question is shown when it is answered.
import { useEffect, useState } from "preact/hooks";
import { get, Problem } from "../api/client";
import type { LessonAnswer, LessonBlock, LessonCard } from "../api/types";
import { useAsk } from "../api/ask";
import type { Description } from "../api/types";
import { fill } from "../i18n/words";
import { earnedOf, keepEarned, type Earned } from "../lesson/earned";
import { Markdown } from "../lesson/markdown";
import { LessonQuestion } from "../lesson/question";
import { Wrong } from "../parts/waiting";
import { GamePlay } from "../play/game";
import { HOME } from "../state/link";
import { usePlace } from "../state/place";
import { useTaste, useWords } from "../state/taste";

/** What a path answers, asked without a body. */
function useGot<T>(path: string | null): { readonly answer: T | null; readonly problem: Problem | null } {
  const { lang } = useTaste();
  const [got, set] = useState<{ readonly of: string; readonly answer: T | null; readonly problem: Problem | null } | null>(null);
  const of = `${lang} ${path}`;
  useEffect(() => {
    if (path === null) return;
    const control = new AbortController();
    get<T>(path, { lang, signal: control.signal }).then(
      (answer) => set({ of, answer, problem: null }),
      (error: unknown) => error instanceof Problem && set({ of, answer: null, problem: error }),
    );
    return () => control.abort();
  }, [of]);
  return got?.of === of ? got : { answer: null, problem: null };
}

function Contents() {
  const words = useWords();
  const { place, go } = usePlace();
  const { answer, problem } = useGot<{ readonly lessons: readonly LessonCard[] }>("/api/lessons");
  return (
    <div class="lessons">
      <h1>{words.lessons}</h1>
      <p class="lede">{words.lessonsLede}</p>
      {problem && <Wrong problem={problem} />}
      <ol class="plain lesson-list">
        {answer?.lessons.map((lesson) => {
          const done = Object.keys(earnedOf(lesson.id)).length;
          return (
            <li key={lesson.id}>
              <button type="button" class="card lesson-card" data-lesson={lesson.id} onClick={() => go({ ...HOME, teacher: place.teacher, screen: "lesson", lesson: lesson.id })}>
                <span class="card-title">{lesson.title}</span>
                <span class="card-note">{lesson.problem ?? fill(words.tasksDone, { n: Math.min(done, lesson.tasks), of: lesson.tasks })}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

type Play = Extract<LessonBlock, { kind: "play" }>;

function LessonGame({ play, won, win }: { play: Play; won: boolean; win: () => void }) {
  const words = useWords();
  const { place } = usePlace();
  const [moves, setMoves] = useState<readonly string[]>([]);
  const about = useAsk<Description>("/api/describe", play.terms[0] ? { game: play.terms[0].game } : null);
  const games = play.terms.map((t) => t.game);
  return (
    <section class={`lesson-game ${won ? "right" : ""}`}>
      <GamePlay
        question={{ terms: play.terms.map((t) => ({ game: t.game, position: t.position })), first: 0, moves }}
        subject={games}
        opponent={play.mistakes === null ? "person" : play.mistakes > 0 ? "mistakes" : "perfect"}
        mistakes={play.mistakes ?? 0}
        me={play.second ? 1 : 0}
        players={about.answer?.players ?? []}
        named={about.answer?.named ?? false}
        secret={play.win || place.teacher}
        change={setMoves}
        restart={() => setMoves([])}
        head={() => (
          <>
            {play.say !== "" && <p class="play-say">{play.say}</p>}
            {play.win && <p class="verdict fine" role="status">{won ? <b>{words.right}</b> : words.winToGoOn}</p>}
          </>
        )}
        ended={(yes) => yes === true && win()}
      />
    </section>
  );
}

export default function LessonScreen() {
  const words = useWords();
  const { place, go } = usePlace();
  const id = place.lesson;
  const { answer, problem } = useGot<LessonAnswer>(id === "" ? null : `/api/lessons/${encodeURIComponent(id)}`);
  const all = useGot<{ readonly lessons: readonly LessonCard[] }>("/api/lessons").answer?.lessons ?? [];
  const [earned, setEarned] = useState<Earned>({});
  useEffect(() => setEarned(earnedOf(id)), [id]);
  if (id === "") return <Contents />;
  const earn = (task: number, said: string) =>
    setEarned((held) => {
      const next = { ...held, [task]: said };
      keepEarned(id, next);
      return next;
    });
  const blocks = answer?.blocks ?? [];
  // Tasks count through the lesson; what comes after the first open one waits.
  let task = 0;
  let open = true;
  const shown = blocks.flatMap((block, i) => {
    if (!open) return [];
    if (block.kind === "text") return [<Markdown key={i} text={block.text} />];
    if (block.kind === "play" && !block.win) return [<LessonGame key={`${id} ${i}`} play={block} won={false} win={() => undefined} />];
    const mine = task++;
    const said = earned[mine];
    open = said !== undefined;
    if (block.kind === "play") return [<LessonGame key={`${id} ${i}`} play={block} won={open} win={() => earn(mine, "")} />];
    return [<LessonQuestion key={`${id} ${i}`} lesson={id} ask={block} earned={said ?? null} earn={(text) => earn(mine, text)} />];
  });
  const at = all.findIndex((l) => l.id === id);
  const next = at >= 0 ? all[at + 1] : undefined;
  return (
    <article class="lesson">
      <p>
        <button type="button" class="link" onClick={() => go({ ...HOME, teacher: place.teacher, screen: "lesson", lesson: "" })}>{words.allLessons}</button>
      </p>
      {problem && <Wrong problem={problem} />}
      {answer && <h1>{answer.title}</h1>}
      {shown}
      {answer && open && (
        <div class="notice" role="status">
          <span>{words.lessonDone}</span>
          {next && <button type="button" class="strong" onClick={() => go({ ...HOME, teacher: place.teacher, screen: "lesson", lesson: next.id })}>{next.title}</button>}
        </div>
      )}
      {answer && Object.keys(earned).length > 0 && (
        <p>
          <button type="button" class="quiet" onClick={() => (keepEarned(id, {}), setEarned({}))}>{words.startOver}</button>
        </p>
      )}
    </article>
  );
}
