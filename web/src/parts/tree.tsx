// Moves and answers as a tree that is unfolded by clicks: for a lost position every move with an answer to it, for a won one the
// moves that win. What is unfolded is asked for then.
import { useState } from "preact/hooks";
import { useAsk } from "../api/ask";
import type { Asked as Question, ExplainAnswer, TreeNode } from "../api/types";
import { fill } from "../i18n/words";
import { useWords } from "../state/taste";
import { Glyph } from "./outcome";
import { Waiting } from "./waiting";

/** Branches that are shown before more are asked for. */
const FIRST = 12;

interface BranchProps {
  readonly question: Question;
  readonly node: TreeNode;
  readonly depth: number;
}

function Node({ question, node, depth }: BranchProps) {
  const words = useWords();
  const [all, setAll] = useState(false);
  const shown = all ? node.branches : node.branches.slice(0, FIRST);
  return (
    <ul class="plain tree" role="group">
      {shown.map(({ move, node: next }) => (
        <Branch key={move.move} question={{ ...question, moves: [...question.moves, move.move] }} text={move.text} node={next} depth={depth + 1} />
      ))}
      {shown.length < node.branches.length && (
        <li>
          <button type="button" class="quiet" onClick={() => setAll(true)}>{fill(words.showAll, { n: node.branches.length })}</button>
        </li>
      )}
    </ul>
  );
}

function Branch({ question, text, node, depth }: BranchProps & { text: string }) {
  const words = useWords();
  const [open, setOpen] = useState(depth <= 1);
  // A node at the edge of what was asked knows no branches yet.
  const asked = useAsk<ExplainAnswer>("/api/explain", open && !node.over && node.branches.length === 0 ? { ...question, depth: 1 } : null);
  const full = node.branches.length > 0 ? node : (asked.answer?.tree ?? null);
  const word = node.over ? words.gameOver : node.outcome === null ? "" : { win: words.moverWins, lose: words.moverLoses, draw: words.drawShort }[node.outcome];
  return (
    <li>
      <button type="button" class={`branch ${node.outcome ?? ""}`} aria-expanded={node.over ? undefined : open} disabled={node.over} onClick={() => setOpen(!open)}>
        <span class="branch-sign" aria-hidden="true">{node.over ? "■" : open ? "−" : "+"}</span>
        <span class="move-text">{text}</span>
        <span class="mono">→ {node.position}</span>
        {node.outcome && <Glyph outcome={node.outcome} />}
        <span class="hush">{word}</span>
      </button>
      {open && <Waiting asked={asked} />}
      {open && full && <Node question={question} node={full} depth={depth} />}
    </li>
  );
}

export function RefutationTree({ question, now }: { question: Question; now: boolean }) {
  const words = useWords();
  const here = JSON.stringify(question);
  const [open, setOpen] = useState<string | null>(now ? here : null);
  const asked = useAsk<ExplainAnswer>("/api/explain", open === here ? { ...question, depth: 1 } : null);
  return (
    <section class="sheet" aria-labelledby="tree">
      <h2 id="tree">{words.tree}</h2>
      {open !== here && (
        <p>
          <button type="button" onClick={() => setOpen(here)}>{words.showTree}</button> <span class="hush">{words.treeHelp}</span>
        </p>
      )}
      {open === here && <Waiting asked={asked} />}
      {open === here && asked.fresh && asked.answer && <Node question={question} node={asked.answer.tree} depth={0} />}
    </section>
  );
}
