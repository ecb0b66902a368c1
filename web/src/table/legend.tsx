// What the colours of the table mean.
import { useWords } from "../state/taste";
import { css, type LegendKey, type Scheme } from "./colours";

export function Legend({ scheme, wrong }: { scheme: Scheme; wrong: number }) {
  const words = useWords();
  const text = (key: LegendKey, value: number | undefined): string => {
    if (key === "lost") return words.legendLost;
    if (key === "won") return words.legendWon;
    if (key === "drawn") return words.legendDrawn;
    return String(value ?? "");
  };
  const entries = scheme.legend.length > 16 ? scheme.legend.filter((_, i) => i % Math.ceil(scheme.legend.length / 12) === 0) : scheme.legend;
  return (
    <ul class="plain legend" aria-label={words.legend}>
      {entries.map(({ colour, key, value }, i) => (
        <li key={i}>
          <svg width="14" height="14" aria-hidden="true">
            <rect width="14" height="14" rx="3" fill={css(colour)} />
          </svg>
          {text(key, value)}
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
