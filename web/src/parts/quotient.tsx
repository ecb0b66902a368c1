// The misère quotient: its table of products as a heat map in which the lost ones stand out, and the heaps coloured by their elements.
// A product is read off by pressing it, or by choosing its factors.
import { useEffect, useRef, useState } from "preact/hooks";
import { useAsk } from "../api/ask";
import type { GameRef, MisereAnswer } from "../api/types";
import { fill } from "../i18n/words";
import { useTaste, useWords } from "../state/taste";
import { LOST, css, inkOn, residueColour } from "../table/colours";
import { StatusBadge } from "./status";
import { Waiting } from "./waiting";

/** The longest side of the drawing, in pixels of the page. */
const SIDE = 420;

/** More heaps than this are not drawn one by one. */
const SHOWN = 200;

/** An element as it is written by hand: ab^2 is ab². */
const written = (element: string): string => element.replace(/\^(\d+)/g, (_, n: string) => n.replace(/\d/g, (d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)] ?? d));

function Cayley({ quotient, at, choose }: { quotient: MisereAnswer; at: readonly [number, number]; choose: (x: number, y: number) => void }) {
  const words = useWords();
  const { dark } = useTaste();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { order, table, elements, lost } = quotient;
  const cell = Math.max(1, Math.floor(SIDE / order));
  const [x, y] = at;
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const inP = new Set(lost);
    const colours = elements.map((name, i) => css(inP.has(name) ? LOST : residueColour(i + 1, order + 2, dark)));
    table.forEach((row, i) =>
      row.forEach((product, j) => {
        context.fillStyle = colours[product] as string;
        context.fillRect(j * cell, i * cell, cell, cell);
      }),
    );
    context.strokeStyle = dark ? "#ffffff" : "#10151d";
    context.lineWidth = Math.max(1, cell / 6);
    context.strokeRect(y * cell, x * cell, cell, cell);
  }, [quotient, dark, cell, x, y]);
  const press = (e: MouseEvent & { currentTarget: HTMLCanvasElement }) => {
    const box = e.currentTarget.getBoundingClientRect();
    const place = (part: number) => Math.min(order - 1, Math.max(0, Math.floor(part * order)));
    choose(place((e.clientY - box.top) / box.height), place((e.clientX - box.left) / box.width));
  };
  return <canvas ref={canvas} class="cayley" width={order * cell} height={order * cell} role="img" aria-label={fill(words.cayley, { n: order })} onClick={press} />;
}

function Product({ quotient }: { quotient: MisereAnswer }) {
  const words = useWords();
  const { elements, lost, table } = quotient;
  const [at, setAt] = useState<readonly [number, number]>([Math.min(1, elements.length - 1), Math.min(1, elements.length - 1)]);
  const [x, y] = at;
  const product = elements[table[x]?.[y] ?? 0] ?? "";
  const isLost = lost.includes(product);
  const factor = (k: 0 | 1) => (
    <select aria-label={fill(words.factor, { n: k + 1 })} value={at[k]} onChange={(e) => setAt(k === 0 ? [Number(e.currentTarget.value), y] : [x, Number(e.currentTarget.value)])}>
      {elements.map((name, i) => <option key={name} value={i}>{written(name)}</option>)}
    </select>
  );
  return (
    <figure class="product">
      <Cayley quotient={quotient} at={at} choose={(x, y) => setAt([x, y])} />
      <figcaption>
        {factor(0)} · {factor(1)} = <strong class="mono" data-product={product}>{written(product)}</strong> <span class={isLost ? "red" : "hush"}>{isLost ? words.inP : words.notInP}</span>
      </figcaption>
    </figure>
  );
}

function Heaps({ quotient }: { quotient: MisereAnswer }) {
  const words = useWords();
  const { dark } = useTaste();
  const { heaps, elements, lost, order } = quotient;
  return (
    <ul class="plain phi" aria-label={words.phi}>
      {heaps.slice(0, SHOWN).map(({ heap, element, genus }) => {
        const colour = lost.includes(element) ? LOST : residueColour(elements.indexOf(element) + 1, order + 2, dark);
        const said = `Φ(${heap}) = ${written(element)}${genus ? `, ${words.genus} ${genus}` : ""}`;
        return (
          <li key={heap} title={said}>
            <svg width="44" height="30" role="img" aria-label={said}>
              <rect width="44" height="30" rx="4" fill={css(colour)} />
              <text x="22" y="12" text-anchor="middle" font-size="10" fill={inkOn(colour)}>{heap}</text>
              <text x="22" y="25" text-anchor="middle" font-size="11" font-weight="600" fill={inkOn(colour)}>{written(element)}</text>
            </svg>
          </li>
        );
      })}
      {heaps.length > SHOWN && <li>…</li>}
    </ul>
  );
}

/** The quotient of a game's heaps, asked for when it is wanted. */
export function Quotient({ game, now }: { game: GameRef; now: boolean }) {
  const words = useWords();
  const key = JSON.stringify(game);
  const [wanted, setWanted] = useState<string | null>(now ? key : null);
  const asked = useAsk<MisereAnswer>("/api/misere", wanted === key ? { game } : null);
  const quotient = wanted === key && asked.fresh ? asked.answer : null;
  return (
    <section class="sheet quotient" aria-labelledby="quotient">
      <h2 id="quotient">{words.quotient}</h2>
      {wanted !== key && (
        <p>
          <button type="button" onClick={() => setWanted(key)}>{words.showQuotient}</button> <span class="hush">{words.quotientHelp}</span>
        </p>
      )}
      <Waiting asked={asked} />
      {quotient && (
        <div role="status">
          <p>
            <StatusBadge status={quotient.status} to={quotient.checked_to} /> <span class="hush">{quotient.reason}</span>
          </p>
          <p>{fill(words.quotientOrder, { n: quotient.order, p: quotient.lost.length })} · {quotient.nim === undefined ? words.wild : fill(words.tame, { n: quotient.nim })}</p>
          <p class="mono presented">
            {"⟨"}{quotient.generators.map((g) => g.element).join(", ")} | {written(quotient.relations.map(([a, b]) => `${a} = ${b}`).join(", "))}{"⟩"}
          </p>
          <p class="mono presented">P = {"{"}{written(quotient.lost.join(", "))}{"}"}</p>
          {quotient.period && <p>{fill(words.phiRepeats, { n: quotient.period.length, from: quotient.period.from })}</p>}
          <Product quotient={quotient} />
          <Heaps quotient={quotient} />
        </div>
      )}
    </section>
  );
}
