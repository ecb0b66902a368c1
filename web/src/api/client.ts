// Asking the server: one question at a time, as a stream of events, so that progress can be shown and a question that
// nobody waits for any more is cancelled by closing its connection.
import type { Lang } from "../i18n/words";
import type { ProblemBody, Progress } from "./types";

/** What went wrong, as the server worded it. */
export class Problem extends Error {
  constructor(readonly body: ProblemBody) {
    super(body.message);
  }
}

export type Heard = { readonly kind: "progress"; readonly progress: Progress } | { readonly kind: "waiting"; readonly ahead: number };

interface Ask {
  readonly lang: Lang;
  readonly signal?: AbortSignal;
  readonly heard?: (event: Heard) => void;
}

const offline = (): Problem => new Problem({ kind: "offline", message: "" });

async function refusal(response: Response): Promise<Problem> {
  try {
    const body = (await response.json()) as { error: ProblemBody };
    return new Problem(body.error);
  } catch {
    return new Problem({ kind: "internal", message: `HTTP ${response.status}` });
  }
}

function passOn(error: unknown): never {
  if (error instanceof DOMException && error.name === "AbortError") throw error;
  if (error instanceof Problem) throw error;
  throw offline();
}

export async function get<T>(path: string, { lang, signal }: Ask): Promise<T> {
  try {
    const response = await fetch(`${path}?lang=${lang}`, { signal: signal ?? null });
    if (!response.ok) throw await refusal(response);
    return (await response.json()) as T;
  } catch (error) {
    return passOn(error);
  }
}

/** Splits a stream of server-sent events into (event, data). */
async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<[string, string]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  // An answer of several megabytes arrives in many pieces; they are joined only when a blank line has come.
  let pieces: string[] = [];
  let last = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const piece = decoder.decode(value, { stream: true });
    pieces.push(piece);
    const whole = piece.includes("\n\n") || (last === "\n" && piece.startsWith("\n"));
    last = piece.at(-1) ?? last;
    if (!whole) continue;
    const blocks = pieces.join("").split("\n\n");
    pieces = [blocks.pop() ?? ""];
    for (const block of blocks) {
      let name = "message";
      const data: string[] = [];
      for (const line of block.split("\n")) {
        if (line.startsWith("event:")) name = line.slice(6).trim();
        else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
      }
      if (data.length > 0) yield [name, data.join("\n")];
    }
  }
}

export async function post<T>(path: string, question: object, { lang, signal, heard }: Ask): Promise<T> {
  try {
    const response = await fetch(`${path}?lang=${lang}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: heard ? "text/event-stream" : "application/json" },
      body: JSON.stringify(question),
      signal: signal ?? null,
    });
    if (!response.ok) throw await refusal(response);
    if (!heard || !response.headers.get("Content-Type")?.startsWith("text/event-stream")) return (await response.json()) as T;
    if (response.body === null) throw offline();
    for await (const [name, data] of events(response.body)) {
      if (name === "answer") return JSON.parse(data) as T;
      if (name === "error") throw new Problem((JSON.parse(data) as { error: ProblemBody }).error);
      if (name === "progress") heard({ kind: "progress", progress: JSON.parse(data) as Progress });
      if (name === "waiting") heard({ kind: "waiting", ahead: (JSON.parse(data) as { ahead: number }).ahead });
    }
    throw offline();
  } catch (error) {
    return passOn(error);
  }
}
