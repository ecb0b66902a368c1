// The library as cards with small pictures: the table where a game has two numbers, the start position otherwise.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { post } from "../api/client";
import type { GameCard, Kind, TableAnswer } from "../api/types";
import { Drawing } from "../drawing/drawing";
import { fill } from "../i18n/words";
import { ranked } from "./rank";
import { HOME, term } from "../state/link";
import { usePlace } from "../state/place";
import { useTaste } from "../state/taste";
import { scheme } from "../table/colours";
import { layout } from "../table/layout";
import { bitmap } from "../table/paint";
import { gridOf } from "../table/unpack";

/** A table drawn when its card comes into sight. */
export function SmallTable({ id, to, instead }: { id: string; to: number; instead?: ComponentChildren }) {
  const { lang, dark } = useTaste();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [table, setTable] = useState<TableAnswer | null>(null);
  const [none, setNone] = useState(false);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const control = new AbortController();
    const watch = new IntersectionObserver((seen) => {
      if (!seen.some((s) => s.isIntersecting)) return;
      watch.disconnect();
      post<TableAnswer>("/api/table", { game: { name: id }, to }, { lang, signal: control.signal }).then(
        (made) => (gridOf(made) ? setTable(made) : setNone(true)),
        () => setNone(true),
      );
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      control.abort();
    };
  }, [id]);
  useEffect(() => {
    const element = canvas.current;
    const grid = table ? gridOf(table) : null;
    if (!element || !grid) return;
    const lay = layout(grid, 8);
    const source = bitmap(lay, scheme(grid, { colour: "value", p: 4, only: null, dark }));
    element.width = lay.across;
    element.height = lay.down;
    element.getContext("2d")?.drawImage(source, 0, 0);
  }, [table, dark]);
  if (none) return <>{instead}</>;
  return <canvas class="small-table" ref={canvas} width={32} height={32} aria-hidden="true" />;
}

function SmallPicture({ game }: { game: GameCard }) {
  // A table shows the answers of a game.
  const { teacher } = usePlace().place;
  const flat = !teacher && game.kind === "numbers";
  const drawn = game.picture ? (
    <div class="small-drawing" aria-hidden="true">
      <Drawing picture={game.picture} label="" />
    </div>
  ) : (
    <span class="small-none" aria-hidden="true">{game.title.slice(0, 1)}</span>
  );
  return flat && game.id !== null ? <SmallTable id={game.id} to={31} instead={drawn} /> : drawn;
}

type Filter = "all" | Kind;
const KINDS: readonly Kind[] = ["heaps", "numbers", "row", "staircase", "word", "board", "graph", "bag", "mixed"];

export function Gallery({ games }: { games: readonly GameCard[] }) {
  const { place, go, adjust } = usePlace();
  const { lang, words } = useTaste();
  const search = place.find;
  const kind: Filter = KINDS.find((k) => k === place.kind) ?? "all";
  const shown = useMemo(() => ranked(kind === "all" ? games : games.filter((g) => g.kind === kind), search), [games, kind, search]);
  const names: Readonly<Record<Kind, string>> = {
    heaps: words.kindHeaps,
    numbers: words.kindNumbers,
    row: words.kindRow,
    staircase: words.kindStairs,
    word: words.kindWord,
    board: words.kindBoard,
    graph: words.kindGraph,
    bag: words.kindBag,
    mixed: words.kindMixed,
  };
  const present = KINDS.filter((k) => games.some((g) => g.kind === k));
  return (
    <>
      <div class="gallery-tools">
        <input type="search" value={search} placeholder={words.search} aria-label={words.search} onInput={(e) => adjust({ find: e.currentTarget.value })} />
        <div class="chips" role="group" aria-label={words.kind}>
          {(["all", ...present] as const).map((k) => (
            <button key={k} type="button" class="chip" aria-pressed={kind === k} onClick={() => adjust({ kind: k === "all" ? "" : k })}>
              {k === "all" ? words.allKinds : names[k]}
            </button>
          ))}
        </div>
      </div>
      {shown.length === 0 && <p class="notice">{fill(words.nothingFound, { text: search })}</p>}
      <ul class="plain gallery">
        {shown.map((game) => {
          const title = (lang === "zh" ? game.titles?.zh : game.titles?.en) ?? game.title;
          const flat = game.kind === "numbers";
          return (
            <li key={game.id}>
              <button
                type="button"
                class="card"
                data-game={game.id}
                onClick={() => go({ ...HOME, teacher: place.teacher, screen: flat ? "table" : "position", terms: [term({ game: game.id })] })}
              >
                <span class="card-picture">
                  <SmallPicture game={game} />
                </span>
                <span class="card-title">{title}</span>
                {!place.teacher && <span class="card-note">{game.note}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
