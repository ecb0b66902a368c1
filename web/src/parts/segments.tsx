// A choice of one among few, as radio buttons that look like one control.
import { useId } from "preact/hooks";

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly change: (value: T) => void;
}

export function Segments<T extends string>({ label, value, options, change }: SegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend>{label}</legend>
      <div>
        {options.map(([option, text]) => (
          <label key={option} class={option === value ? "chosen" : ""}>
            <input type="radio" name={name} value={option} checked={option === value} onChange={() => change(option)} />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
