// How far an answer can be trusted: PROVED, CHECKED to a bound, GUESSED, FALSE.
import type { Status } from "../api/types";
import { useWords } from "../state/taste";

export function StatusBadge({ status, to }: { status: Status | null; to?: string | undefined }) {
  const words = useWords();
  if (status === null) return <span class="status open">{words.statusOpen}</span>;
  const word = { PROVED: words.statusProved, CHECKED: words.statusChecked, GUESSED: words.statusGuessed, FALSE: words.statusFalse }[status];
  return (
    <span class={`status ${status.toLowerCase()}`}>
      <b>{status}</b> {word}
      {status === "CHECKED" && to ? ` ${to}` : ""}
    </span>
  );
}
