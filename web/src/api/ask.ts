// A question as a hook: asks when the question changes, cancels the one before, keeps the last answer on the screen
// while the next about the same game is on its way, and can be stopped by the reader. What one game is like is never shown
// for another: a question that fails or is stopped leaves nothing of the one before.
import { useEffect, useRef, useState } from "preact/hooks";
import { useTaste } from "../state/taste";
import { post, Problem, type Heard } from "./client";
import type { GameRef } from "./types";

export interface Asked<T> {
  /** The answer; while it is on its way, the last one about the same game. */
  readonly answer: T | null;
  /** Is the answer the one to the question that stands now? */
  readonly fresh: boolean;
  readonly problem: Problem | null;
  readonly waiting: boolean;
  /** Waiting for longer than a moment: worth a word. */
  readonly long: boolean;
  readonly heard: Heard | null;
  readonly stopped: boolean;
  readonly stop: () => void;
  readonly again: () => void;
}

interface State<T> {
  readonly answer: T | null;
  /** The question that was answered, and the games it was about. */
  readonly key: string | null;
  readonly about: Subject;
  /** The question to which the rest belongs. */
  readonly asked: string | null;
  readonly problem: Problem | null;
  readonly waiting: boolean;
  readonly long: boolean;
  readonly heard: Heard | null;
  readonly stopped: boolean;
}

const IDLE = { answer: null, key: null, about: [], asked: null, problem: null, waiting: false, long: false, heard: null, stopped: false };
/** Answers to questions already asked on this page; equal questions have equal answers. */
const KEPT = new Map<string, { readonly answer: unknown; readonly weight: number }>();
/** What may be kept, in characters or so: a few large tables or some thousand positions. */
const MOST_KEPT = 24_000_000;
let kept = 0;

function weigh(answer: unknown): number {
  const { packed, rows } = answer as { packed?: { data: string } | null; rows?: readonly unknown[] | null };
  return 8000 + (packed?.data.length ?? 0) + 200 * (rows?.length ?? 0);
}

function keep(key: string, answer: unknown): void {
  const weight = weigh(answer);
  forget(key);
  KEPT.set(key, { answer, weight });
  kept += weight;
  for (const oldest of KEPT.keys()) {
    if (kept <= MOST_KEPT || KEPT.size === 1) break;
    forget(oldest);
  }
}

function forget(key: string): void {
  kept -= KEPT.get(key)?.weight ?? 0;
  KEPT.delete(key);
}

/** The games of a question: their names or rules. */
type Subject = readonly GameRef[];

function subjectOf(question: object | null): Subject {
  const { game, terms } = (question ?? {}) as { game?: GameRef; terms?: readonly { readonly game: GameRef }[] };
  return terms?.map((t) => t.game) ?? (game ? [game] : []);
}

/** Are these the same games? Rules that are being written may differ from what they were a moment ago. */
function alike(a: Subject, b: Subject, written: boolean): boolean {
  return a.length > 0 && a.length === b.length && a.every((g, i) => g.name === b[i]?.name && (g.rules === b[i]?.rules || (written && g.rules !== undefined && b[i]?.rules !== undefined)));
}

/**
 * `question` null asks nothing. `pause` waits that many milliseconds for further changes (typing, sliders). `about` names the
 * games where the question itself is not known yet.
 */
export function useAsk<T>(path: string, question: object | null, pause = 0, about: Subject = subjectOf(question)): Asked<T> {
  const { lang } = useTaste();
  const [state, set] = useState<State<T>>(IDLE);
  const [round, setRound] = useState(0);
  const control = useRef<AbortController | null>(null);
  const key = question === null ? null : `${lang} ${path} ${JSON.stringify(question)}`;
  useEffect(() => {
    if (key === null || question === null) {
      set((s) => ({ ...s, asked: null, waiting: false, heard: null, problem: null, long: false, stopped: false }));
      return;
    }
    const known = KEPT.get(key);
    if (known !== undefined) {
      set({ ...IDLE, answer: known.answer as T, key, about, asked: key });
      return;
    }
    const here = new AbortController();
    control.current = here;
    set((s) => ({ ...s, asked: key, waiting: true, long: false, heard: null, stopped: false, problem: null }));
    const slow = setTimeout(() => set((s) => ({ ...s, long: s.waiting })), pause + 350);
    const timer = setTimeout(() => {
      post<T>(path, question, { lang, signal: here.signal, heard: (heard) => set((s) => ({ ...s, heard })) })
        .then((answer) => {
          keep(key, answer);
          if (!here.signal.aborted) set({ ...IDLE, answer, key, about, asked: key });
        })
        .catch((error: unknown) => {
          if (here.signal.aborted) return;
          const problem = error instanceof Problem ? error : new Problem({ kind: "internal", message: String(error) });
          set((s) => ({ ...s, problem, waiting: false, long: false, heard: null }));
        });
    }, pause);
    return () => {
      clearTimeout(timer);
      clearTimeout(slow);
      here.abort();
    };
    // The key stands for path, question and language.
  }, [key, round]);
  const fresh = state.key === key && key !== null;
  // The state of the question before, until the effect has begun this one.
  const mine = state.asked === key;
  const coming = key === null || !mine || state.waiting;
  const held = fresh || (coming && alike(state.about, about, !(mine && state.long)));
  return {
    answer: held ? state.answer : null,
    fresh,
    problem: mine ? state.problem : null,
    waiting: coming && key !== null && !fresh,
    long: mine && state.long,
    heard: mine ? state.heard : null,
    stopped: mine && state.stopped,
    stop: () => {
      control.current?.abort();
      set((s) => ({ ...s, waiting: false, long: false, heard: null, stopped: true }));
    },
    again: () => setRound((r) => r + 1),
  };
}
