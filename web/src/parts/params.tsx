// A game's parameters: integers as sliders, choices as menus, everything else as text.
import { useEffect, useState } from "preact/hooks";
import type { Param } from "../api/types";
import { useWords } from "../state/taste";

interface ParamsProps {
  readonly params: readonly Param[];
  readonly set: Readonly<Record<string, string>>;
  readonly change: (set: Record<string, string>) => void;
}

/** Where a slider without an upper end stops: well beyond what is set. */
function ceiling(param: Param, value: number): number {
  if (param.to !== null) return Math.min(Number(param.to), Number(param.from ?? 0) + 200);
  return Math.max(20, Math.ceil((Math.max(value, Number(param.default)) * 2) / 10) * 10);
}

function IntegerParam({ param, value, change }: { param: Param; value: string; change: (v: string) => void }) {
  const low = Number(param.from ?? 0);
  const at = Number(value);
  return (
    <label class="param">
      <span>
        <code>{param.name}</code> = <output>{value}</output>
      </span>
      <input type="range" aria-label={param.name} min={low} max={ceiling(param, at)} value={at} onInput={(e) => change(e.currentTarget.value)} />
    </label>
  );
}

function TextParam({ param, value, change }: { param: Param; value: string; change: (v: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const wide = param.kind === "graph" || value.length > 24;
  return (
    <label class={`param ${wide ? "wide" : ""}`}>
      <code>{param.name}</code>
      {wide ? (
        <textarea class="mono" rows={2} value={text} onInput={(e) => setText(e.currentTarget.value)} onBlur={() => change(text)} />
      ) : (
        <input
          type="text"
          class="mono"
          value={text}
          onInput={(e) => setText(e.currentTarget.value)}
          onBlur={() => change(text)}
          onKeyDown={(e) => e.key === "Enter" && change(text)}
        />
      )}
    </label>
  );
}

export function Params({ params, set, change }: ParamsProps) {
  const words = useWords();
  if (params.length === 0) return null;
  const put = (param: Param) => (value: string) => {
    const { [param.name]: _, ...rest } = set;
    change(value === param.default ? rest : { ...rest, [param.name]: value });
  };
  return (
    <fieldset class="params">
      <legend>{words.parameters}</legend>
      {params.map((param) => {
        const value = set[param.name] ?? param.value ?? "";
        if (param.values) {
          return (
            <label key={param.name} class="param">
              <code>{param.name}</code>
              <select value={value} onChange={(e) => put(param)(e.currentTarget.value)}>
                {param.values.map((v) => (
                  <option key={v}>{v}</option>
                ))}
              </select>
            </label>
          );
        }
        if (param.kind === "integer" && /^-?\d{1,9}$/.test(value)) return <IntegerParam key={param.name} param={param} value={value} change={put(param)} />;
        return <TextParam key={param.name} param={param} value={value} change={put(param)} />;
      })}
    </fieldset>
  );
}
