// Going through a reason step by step: how far one is, and the buttons.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { fill } from "../i18n/words";
import { useWords } from "../state/taste";

interface StepsProps {
  /** How many steps there are. */
  readonly of: number;
  /** What is gone through; something else begins anew. */
  readonly subject: string;
  /** What is to be seen after so many steps; `null`: all at once. */
  readonly children: (step: number | null) => ComponentChildren;
}

export function Steps({ of, subject, children }: StepsProps) {
  const words = useWords();
  const [step, setStep] = useState<number | null>(null);
  useEffect(() => setStep(null), [subject]);
  const at = step === null ? null : Math.min(step, of);
  return (
    <div class="steps">
      {children(at)}
      <div class="row-of-buttons no-print">
        {at === null ? (
          <button type="button" onClick={() => setStep(0)}>{words.stepByStep}</button>
        ) : (
          <>
            <button type="button" disabled={at === 0} onClick={() => setStep(at - 1)}>{words.stepBack}</button>
            <button type="button" class="strong" disabled={at >= of} onClick={() => setStep(at + 1)}>{words.stepOn}</button>
            <button type="button" class="quiet" onClick={() => setStep(null)}>{words.stepAll}</button>
            <span class="hush">{fill(words.stepOf, { n: at, of })}</span>
          </>
        )}
      </div>
    </div>
  );
}
