// What the colours of the table mean.
import type { Words } from "../i18n/words";
import { useWords } from "../state/taste";
import { css, type LegendKey, type Scheme } from "./colours";

/** What the colours mean, in words; of many as many as can be read. */
export function legendOf(scheme: Scheme, words: Words): readonly { readonly colour: string; readonly text: string }[] {
  const text = (key: LegendKey, value: number | undefined): string => {
    if (key === "lost") return words.legendLost;
    if (key === "won") return words.legendWon;
    if (key === "drawn") return words.legendDrawn;
    return String(value ?? "");
  };
  const entries = scheme.legend.length > 16 ? scheme.legend.filter((_, i) => i % Math.ceil(scheme.legend.length / 12) === 0) : scheme.legend;
  return entries.map(({ colour, key, value }) => ({ colour: css(colour), text: text(key, value) }));
}

export function Legend({ scheme, wrong }: { scheme: Scheme; wrong: number }) {
  const words = useWords();
  return (
    <ul class="plain legend" aria-label={words.legend}>
      {legendOf(scheme, words).map(({ colour, text }, i) => (
        <li key={i}>
          <svg width="14" height="14" aria-hidden="true">
            <rect width="14" height="14" rx="3" fill={colour} />
          </svg>
          {text}
        </li>
      ))}
      {wrong > 0 && (
        <li>
          <svg width="14" height="14" aria-hidden="true">
            <rect class="legend-wrong" x="1.5" y="1.5" width="11" height="11" rx="2" />
          </svg>
          {words.legendWrong}
        </li>
      )}
    </ul>
  );
}
