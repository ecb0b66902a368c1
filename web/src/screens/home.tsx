// The first screen: one box that takes what the command takes, the library as a gallery, and a blank page to write on.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { get, post, Problem } from "../api/client";
import { termOf } from "../api/questions";
import type { GameCard, ParsedLine } from "../api/types";
import { fill } from "../i18n/words";
import { Gallery, SmallTable } from "../parts/gallery";
import { OwnGames } from "../parts/own-games";
import { Wrong } from "../parts/waiting";
import { HOME, term, type Colour, type Opened, type Place, type Screen } from "../state/link";
import { usePlace } from "../state/place";
import { useTaste } from "../state/taste";

const SCREEN_OF: Readonly<Record<string, Screen>> = {
  solve: "position",
  explain: "position",
  value: "position",
  misere: "position",
  play: "play",
  table: "table",
  plot: "table",
  show: "table",
  pattern: "lab",
  prove: "lab",
  check: "lab",
};
/** What a verb asks for is unfolded at once. */
const OPEN_OF: Readonly<Record<string, Opened>> = { explain: "tree", value: "value", misere: "quotient", check: "check" };
const COLOUR_OF: Readonly<Record<string, Colour>> = { win: "outcome", remoteness: "remoteness" };

const STARTERS: Readonly<Record<"en" | "zh", string>> = {
  en: 'game My game\nparam most in 1..12 = 3\nheaps n\nmove take k in 1..min(most, n):  n -> n - k\n     say "take {k} of {n}"\n',
  zh: '游戏 我的游戏\n参数 most 属于 1..12 = 3\n堆 n\n走法 take k 属于 1..min(most, n):  n -> n - k\n     说 "take {k} of {n}" zh "从 {n} 颗中取 {k} 颗"\n',
};

/** Where a typed line leads. */
function placeOf(line: ParsedLine, teacher: boolean): Partial<Place> {
  const terms = line.terms.map((t) => termOf(t.game, t.position));
  const bare = line.verb === "solve" && line.terms.every((t) => t.position === "");
  return {
    ...HOME,
    teacher,
    terms,
    screen: bare && line.terms.length === 1 ? "position" : (SCREEN_OF[line.verb] ?? "position"),
    to: line.to ?? 0,
    ranges: line.ranges ?? "",
    prove: line.verb === "prove",
    open: line.verb === "check" && line.claim !== null ? "" : (OPEN_OF[line.verb] ?? ""),
    moves: line.move === null ? [] : [line.move],
    colour: COLOUR_OF[line.show ?? ""] ?? "value",
    claim: line.claim ?? "",
    first: line.first ?? 0,
  };
}

/** The library does not change: whoever comes back sees it at once. */
let library: readonly GameCard[] | null = null;

export function Home() {
  const { place, go, adjust } = usePlace();
  const { lang, words } = useTaste();
  const line = place.ask;
  const setLine = (ask: string) => adjust({ ask });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [games, setGames] = useState(library);
  const [failed, setFailed] = useState<Problem | null>(null);
  const [round, setRound] = useState(0);
  const box = useRef<HTMLInputElement>(null);
  const shelf = useRef<HTMLElement>(null);
  useEffect(() => {
    const control = new AbortController();
    get<{ games: readonly GameCard[] }>("/api/games", { lang, signal: control.signal })
      .then((answer) => (setGames((library = answer.games)), setFailed(null)))
      .catch((error: unknown) => error instanceof Problem && setFailed(error));
    return () => control.abort();
  }, [lang, round]);
  const writeOwn = () => go({ ...HOME, teacher: place.teacher, screen: "table", terms: [term({ rules: STARTERS[lang] })] });
  const ask = async (text: string) => {
    if (text.trim() === "") {
      box.current?.focus();
      return;
    }
    const [, verb, rest = ""] = /^\s*(?:bouton\s+)?(list|new)\b\s*(.*)$/.exec(text) ?? [];
    if (verb === "new") return writeOwn();
    if (verb === "list") {
      // The library stands below, with a search of its own.
      adjust({ ask: text, find: rest, kind: "" });
      shelf.current?.scrollIntoView({ block: "start" });
      return;
    }
    try {
      go(placeOf(await post<ParsedLine>("/api/parse", { line: text }, { lang }), place.teacher));
    } catch (error) {
      if (error instanceof Problem) setProblem(error);
    }
  };
  const examples = useMemo(() => ["nim 3 4 5", "play tictactoe", "nim 3 4 + kayles 7", "table wythoff a=0..50 b=0..80", "prove wythoff", "check lasker", '"heaps n; move k in {1,3,4}: n -> n-k" 10'], []);
  return (
    <div class="home">
      <section class="hero">
        <div>
        <h1>
          <span>{words.headline}</span> <span>{words.headline2}</span>
        </h1>
        <p class="lede">{words.lede}</p>
        <form
          class="ask"
          onSubmit={(e) => {
            e.preventDefault();
            void ask(line);
          }}
        >
          <label class="out-of-sight" for="ask">{words.askLabel}</label>
          <input
            id="ask"
            ref={box}
            type="text"
            class="mono"
            value={line}
            placeholder="nim 3 4 5"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            aria-describedby="ask-help"
            onInput={(e) => (setLine(e.currentTarget.value), setProblem(null))}
          />
          <button type="submit" class="strong">{words.ask}</button>
        </form>
        {problem && <Wrong problem={problem} choose={(name) => (setLine(name), void ask(name))} />}
        <p id="ask-help" class="examples">
          <span class="hush">{words.tryThese}</span>
          {examples.map((text) => (
            <button key={text} type="button" class="chip mono" onClick={() => (setLine(text), void ask(text))}>{text}</button>
          ))}
        </p>
        </div>
        {!place.teacher && (
          <figure class="hero-picture">
            <SmallTable id="wythoff" to={63} />
            <figcaption>{words.heroPicture}</figcaption>
          </figure>
        )}
      </section>
      <OwnGames />
      <section class="gallery-section" ref={shelf} aria-labelledby="library">
        <div class="section-head">
          <h2 id="library">{words.library}</h2>
          <button type="button" onClick={writeOwn}>{words.writeYourOwn}</button>
        </div>
        {failed && <Wrong problem={failed} again={() => setRound((r) => r + 1)} />}
        {games ? <Gallery games={games} /> : !failed && <p class="hush" role="status">{words.working}</p>}
        {games && <p class="hush">{fill(words.gamesInAll, { n: games.length })}</p>}
      </section>
    </div>
  );
}
