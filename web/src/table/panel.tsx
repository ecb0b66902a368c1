// The table of a game with everything around it: how far, coloured by what, the difference row, the legend, saving,
// and the card of the cell under the pointer.
import { useCallback, useMemo, useState } from "preact/hooks";
import { useAsk } from "../api/ask";
import { termOf } from "../api/questions";
import type { Counterexample, Description, GameRef, Show, TableAnswer } from "../api/types";
import { fill } from "../i18n/words";
import { Segments } from "../parts/segments";
import { Waiting } from "../parts/waiting";
import { download, fileName } from "../save/download";
import { SaveMenu, type Saving } from "../save/menu";
import { tableCsv, tablePng, tableSvg } from "../save/table";
import type { Colour, Difference } from "../state/link";
import { usePlace } from "../state/place";
import { useTaste } from "../state/taste";
import { atCell, CellCard } from "./cell-card";
import { scheme as schemeOf } from "./colours";
import { differences } from "./difference";
import { cellAt, coordinates, NONE, outcomeAt, type Grid } from "./grid";
import { HeatMap } from "./heatmap";
import { layout, naturalWrap } from "./layout";
import { Legend, legendOf } from "./legend";
import { PositionList } from "./list";
import { label } from "./paint";
import { RevealBar, useReveal } from "./reveal";
import { nearest, steps, usual } from "./sizes";
import { gridOf } from "./unpack";
import { Wheel } from "./wheel";

interface PanelProps {
  readonly game: GameRef;
  readonly about: Description;
  /** What a claim gets wrong. */
  readonly wrong: readonly Counterexample[];
}

/** What to ask for, so that the table can be coloured this way. */
function showFor(about: Description, colour: Colour): Show {
  const can = (show: Show) => about.table.shows.includes(show);
  if (colour === "outcome" && can("win")) return "win";
  if (colour === "remoteness" && can("remoteness")) return "remoteness";
  return about.table.show;
}

export function TablePanel({ game, about, wrong }: PanelProps) {
  const { place, go, adjust } = usePlace();
  const { dark, words } = useTaste();
  const drawing = about.table.drawing;
  const asked = useAsk<TableAnswer>(
    "/api/table",
    { game, show: showFor(about, place.colour), first: place.first, ...(place.ranges !== "" ? { ranges: place.ranges } : {}), ...(place.to > 0 ? { to: place.to } : usual(drawing) > 0 ? { to: usual(drawing) } : {}) },
    60,
  );
  const table = asked.answer;
  const grid = useMemo<Grid | null>(() => (table ? gridOf(table) : null), [table]);
  const [only, setOnly] = useState<number | null>(null);
  const [wrap, setWrap] = useState(0);
  const [pointed, setPointed] = useState<{ cell: number; x: number; y: number; wide: number } | null>(null);
  const [targets, setTargets] = useState<readonly number[]>([]);
  const reveal = useReveal(grid, place.teacher);

  const width = Math.min(720, window.innerWidth - 90);
  const lines = grid && grid.axes.length === 1 ? (wrap > 0 ? wrap : naturalWrap(grid.values.length, width, place.colour === "mod" ? place.p : 1)) : 0;
  const lay = useMemo(() => (grid ? layout(grid, lines) : null), [grid, lines]);
  const scheme = useMemo(() => (grid ? schemeOf(grid, { colour: place.colour, p: place.p, only, dark }) : null), [grid, place.colour, place.p, only, dark]);
  const second = useMemo(() => (grid ? differences(grid, place.difference, place.p) : null), [grid, place.difference, place.p]);
  const marks = useMemo(() => {
    if (!grid) return [];
    // Where the order of the numbers does not matter, a position has two cells.
    const twice = about.features.includes("unordered") && grid.axes.length === 2;
    const cells = wrong.flatMap((c) => {
      const at = grid.axes.map((a) => Number(c.values?.[a.name] ?? NaN));
      return [at, ...(twice ? [[...at].reverse()] : [])].map((values) => cellAt(grid, values));
    });
    return [...new Set(cells)].filter((cell) => cell >= 0);
  }, [grid, wrong, about]);

  const open = useCallback(
    (cell: number) => {
      if (!grid || !table) return;
      if (reveal.hidden?.(cell)) {
        reveal.uncover(cell);
        return;
      }
      if (outcomeAt(grid, cell) === NONE) return;
      const at = atCell(grid, table, game, cell);
      go({ screen: "position", terms: [termOf(at.game, at.position)], moves: [] });
    },
    [grid, table, game, go, reveal],
  );
  const point = useCallback((cell: number | null, x: number, y: number, wide: number) => {
    setPointed((held) => (cell === null ? null : held?.cell === cell ? held : { cell, x, y, wide }));
    if (cell === null) setTargets([]);
  }, []);

  const say = (cell: number): string => {
    if (!grid) return "";
    const name = coordinates(grid, cell).map((v, i) => `${grid.axes[i]?.name} = ${v}`).join(", ");
    if (reveal.hidden?.(cell)) return `${name}: ${words.hiddenCell}`;
    const o = outcomeAt(grid, cell);
    const outcome = o === NONE ? words.noPosition : o < 0 ? words.loseShort : o > 0 ? words.winShort : words.drawShort;
    return `${name}: ${outcome} ${grid.show === "outcome" ? "" : label(grid, cell)}`;
  };

  const colours: [Colour, string][] = [["value", about.table.show === "score" ? words.byScore : words.byValue]];
  if (about.table.show === "grundy" || about.table.show === "score") colours.push(["mod", words.byMod]);
  else colours.splice(0, 1);
  if (about.table.shows.includes("win")) colours.push(["outcome", words.byOutcome]);
  if (about.table.shows.includes("remoteness")) colours.push(["remoteness", words.byRemoteness]);
  const colour = colours.some(([c]) => c === place.colour) ? place.colour : (colours[0]?.[0] ?? "value");
  const sizes = steps(drawing);
  const extent = table ? [table.bound, table.mover ? fill(words.turnOf, { who: table.mover }) : ""] : [];
  const at = nearest(drawing, place.to > 0 ? place.to : usual(drawing));

  // While something is covered, nothing around the table may tell of it.
  const covered = place.teacher && (grid === null || reveal.hidden !== null);
  const savings: Saving[] = [];
  if (grid && lay && scheme && table) {
    const [ink, faint, paper] = dark ? (["#ece8df", "#999da4", "#1a1e25"] as const) : (["#1c2330", "#616977", "#fffefb"] as const);
    const shown = { grundy: words.savedGrundy, score: words.savedScore, outcome: words.savedOutcome, remoteness: words.savedRemoteness }[grid.show];
    const around = { title: about.title, bound: [shown, ...extent].filter(Boolean).join(" · "), legend: legendOf(scheme, words), ink, faint, paper };
    savings.push(
      { name: "PNG", save: () => void tablePng(lay, grid, scheme, around).then((b) => b && download(fileName(about.title, "png"), b)) },
      { name: "SVG", save: () => download(fileName(about.title, "svg"), tableSvg(lay, grid, scheme, around), "image/svg+xml") },
      { name: "CSV", save: () => download(fileName(about.title, "csv"), tableCsv(grid), "text/csv;charset=utf-8") },
    );
  }
  if (table) savings.push({ name: "JSON", save: () => download(fileName(about.title, "json"), JSON.stringify(table, null, 2), "application/json") });

  return (
    <section class="table-panel" aria-label={words.table}>
      <div class="table-tools">
        {colours.length > 1 && drawing !== "list" && <Segments label={words.colourBy} value={colour} options={colours} change={(c) => adjust({ colour: c })} />}
        <label class="size">
          <span>{place.ranges !== "" ? place.ranges : drawing === "matrix" ? fill(words.sizeMatrix, { n: (place.to > 0 ? place.to : (sizes[at] ?? 0)) + 1 }) : place.to > 0 || drawing !== "list" ? fill(words.sizeTo, { n: place.to > 0 ? place.to : (sizes[at] ?? 0) }) : (table?.bound || words.howFar)}</span>
          <input type="range" min={0} max={sizes.length - 1} value={at} aria-label={words.howFar} onInput={(e) => adjust({ to: sizes[Number(e.currentTarget.value)] ?? 0, ranges: "" })} />
        </label>
      </div>
      {(colour === "mod" || grid?.axes.length === 1) && (
        <div class="table-tools">
          {colour === "mod" && <Wheel p={place.p} only={only} change={(p) => (setOnly(null), adjust({ p }))} choose={setOnly} />}
          {grid?.axes.length === 1 && grid.show !== "outcome" && (
            <Segments
              label={words.differenceRow}
              value={place.difference}
              options={[["none", words.diffNone], ["n", words.diffN], ["previous", words.diffPrevious], ["p", fill(words.diffP, { p: place.p })]] satisfies [Difference, string][]}
              change={(difference) => adjust({ difference })}
            />
          )}
          {grid?.axes.length === 1 && (
            <label class="size">
              <span>{fill(words.perLine, { n: lines })}</span>
              <input type="range" min={2} max={Math.max(3, Math.min(grid.values.length, 120))} value={lines} onInput={(e) => setWrap(Number(e.currentTarget.value))} />
            </label>
          )}
        </div>
      )}
      {place.teacher && grid && <RevealBar reveal={reveal} />}
      <div class={`table-stage ${asked.waiting ? "stale" : ""}`}>
        {grid && lay && scheme && (
          <>
            <HeatMap
              grid={grid}
              lay={lay}
              scheme={scheme}
              hidden={reveal.hidden}
              second={second}
              marks={marks}
              targets={targets}
              label={fill(words.tableOf, { game: about.title })}
              say={say}
              point={point}
              open={open}
            />
            {pointed && table && pointed.cell < grid.values.length && (
              <CellCard
                grid={grid}
                table={table}
                game={game}
                first={place.first}
                cell={pointed.cell}
                x={pointed.x}
                y={pointed.y}
                wide={pointed.wide}
                hidden={reveal.hidden?.(pointed.cell) ?? false}
                found={setTargets}
              />
            )}
          </>
        )}
        {table && !grid && (
          <PositionList
            table={table}
            teacher={place.teacher}
            wrong={new Set(wrong.map((c) => c.position))}
            open={(position) => go({ screen: "position", terms: [termOf(game, position)], moves: [] })}
          />
        )}
        {!table && !asked.problem && <div class="table-empty" aria-hidden="true" />}
      </div>
      <Waiting asked={asked} />
      <div class="table-foot">
        {scheme && !covered && <Legend scheme={scheme} wrong={wrong.length} />}
        {savings.length > 0 && !covered && <SaveMenu items={savings} />}
      </div>
      {table && (
        <p class="hush">
          {[...extent, covered ? "" : table.how, table.complete ? "" : (table.stopped ?? words.incomplete)].filter(Boolean).join(" · ")}
        </p>
      )}
    </section>
  );
}
