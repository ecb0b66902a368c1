// A game that is played: the board on top, large, with whose turn it is; the moves beside it. Against a perfect opponent, one
// that errs, or a person at the same screen. Nothing is solved for it unless somebody wants to know what moves are worth.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useAsk } from "../api/ask";
import { post, Problem } from "../api/client";
import { useMoves } from "../api/illustrate";
import type { Asked as Question, BoardAnswer, GameRef, HintAnswer, Move, PlayAnswer, ForbidAnswer, Solved } from "../api/types";
import { Moves } from "../parts/moves";
import { Waiting, Wrong } from "../parts/waiting";
import { fill } from "../i18n/words";
import { Stage } from "../screens/stage";
import type { Opponent } from "../state/link";
import { useTaste } from "../state/taste";
import { Record } from "./record";
import { TypeMove } from "./type-move";

interface GameProps {
  readonly question: Question | null;
  /** The games, where the question is not known yet. */
  readonly subject: readonly GameRef[];
  readonly opponent: Opponent;
  /** Percent of moves that an erring opponent makes at random. */
  readonly mistakes: number;
  /** Which side the person plays: 0 begins. */
  readonly me: 0 | 1;
  readonly players: readonly string[];
  readonly named: boolean;
  /** Nothing may give an answer away: no hints, no worth of moves. */
  readonly secret: boolean;
  /** The moves from now on; those of a person are steps of the browser's history. */
  readonly change: (moves: readonly string[], person: boolean) => void;
  readonly restart: () => void;
  /** What stands beside the title. */
  readonly head: (board: BoardAnswer | null) => ComponentChildren;
  /** Buttons beside those of the game. */
  readonly more?: ComponentChildren;
  /** The game is over: did the person win? Null for a draw and for two persons. */
  readonly ended?: (won: boolean | null) => void;
}

export function GamePlay({ question, subject, opponent, mistakes, me, players, named, secret, change, restart, head, more, ended }: GameProps) {
  const { lang, words } = useTaste();
  const [looking, setLooking] = useState<number | null>(null);
  const total = question?.moves.length ?? 0;
  const here = JSON.stringify(question);
  // An earlier position may be looked at; the game itself stays where it is.
  const ply = looking !== null && looking < total ? looking : null;
  const shown = question && ply !== null ? { ...question, moves: question.moves.slice(0, ply) } : question;
  const asked = useAsk<BoardAnswer>("/api/moves", shown, 0, subject);
  const board = asked.answer;
  const [open, setOpen] = useState(false);
  const worth = open && !secret;
  const solved = useAsk<Solved>("/api/solve", worth ? shown : null, 0, subject);
  const fresh = asked.fresh && board !== null;
  const [hint, setHint] = useState<HintAnswer | null>(null);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [only, setOnly] = useState<readonly number[] | null>(null);
  const [forbidden, setForbidden] = useState<readonly string[]>([]);
  // In games where the other player may forbid moves: has that been done for this turn?
  const [released, setReleased] = useState(false);
  const [round, setRound] = useState(0);
  const seed = useRef(Math.floor(Math.random() * 1e9));
  const list = useRef<HTMLElement>(null);
  // A lesson has several games.
  const name = useId();
  const first = question?.first ?? 0;
  // The seat that the person has: the side that begins at this start, or the other.
  const mine = ((first + me) % 2) as 0 | 1;
  const together = opponent === "person";
  const myTurn = board !== null && (together || board.mover === mine);
  const over = board?.over ?? null;
  const past = ply !== null;
  // A person forbids: for the machine's move, or for the person beside.
  const choosing = !past && over === null && (board?.forbid ?? 0) > 0 && (together || !myTurn) && !released;
  useEffect(() => {
    setHint(null);
    setPointed(null);
    setOnly(null);
    setForbidden([]);
    setReleased(false);
    setTrouble(null);
    setLooking(null);
  }, [here]);
  useEffect(() => {
    if (fresh && over !== null && !past) ended?.(together || over === "draw" ? null : (over === "win") === (board.mover === mine));
  }, [fresh, over, past]);

  useEffect(() => {
    if (!fresh || question === null || over !== null || together || past) return;
    const forbids = myTurn && board.forbid > 0;
    if ((myTurn && !forbids) || choosing) return;
    const control = new AbortController();
    const strength = opponent === "mistakes" ? { mistakes: mistakes / 100 } : "perfect";
    // A moment, so that the eye sees the person's own move before the answer to it.
    const timer = setTimeout(() => {
      post<PlayAnswer | ForbidAnswer>("/api/play", { ...question, strength, seed: seed.current, ...(forbids ? { forbid: true } : { forbidden }) }, { lang, signal: control.signal, heard: () => undefined })
        .then((answer) => {
          if ("forbidden" in answer) setForbidden(answer.forbidden);
          else if (answer.move) change([...question.moves, answer.move.move], false);
        })
        .catch((error: unknown) => error instanceof Problem && setTrouble(error));
    }, forbids ? 0 : 550);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [fresh, here, myTurn, over, opponent, mistakes, round, choosing, past]);

  // Whoever moves by the list finds it again: it keeps the focus while the opponent thinks.
  useEffect(() => {
    if (fresh && myTurn && document.activeElement === list.current) list.current?.querySelector<HTMLElement>("[data-move]:not(:disabled)")?.focus({ preventScroll: true });
  }, [fresh, here, myTurn]);

  const moves = useMoves(asked, worth ? solved : null, secret);
  const make = (move: Move) => {
    if (question === null || past) return;
    if (choosing) {
      const most = board?.forbid ?? 0;
      setForbidden((f) => (f.includes(move.to) ? f.filter((p) => p !== move.to) : f.length < most ? [...f, move.to] : f));
    } else if (myTurn && fresh && !forbidden.includes(move.to)) {
      if (list.current?.contains(document.activeElement)) list.current.focus({ preventScroll: true });
      change([...question.moves, move.move], true);
    }
  };
  const nextHint = async () => {
    if (question === null) return;
    try {
      setHint(await post<HintAnswer>("/api/hint", { ...question, step: Math.min(3, (hint?.step ?? 0) + 1) }, { lang }));
    } catch (error) {
      if (error instanceof Problem) setTrouble(error);
    }
  };
  const begin = () => {
    seed.current = Math.floor(Math.random() * 1e9);
    setOpen(false);
    restart();
  };
  const nameOf = (seat: 0 | 1): string => {
    const called = named ? (players[seat] ?? "") : together ? fill(words.playerN, { n: seat + 1 }) : "";
    if (together) return called;
    const who = seat === mine ? words.you : words.opponent;
    return called === "" ? who : `${who} (${called})`;
  };
  const undo = () => {
    if (question === null) return;
    // Back to the last position in which a person had to move.
    const own = board?.past.map((m, i) => (together || m.by === mine ? i : -1)).filter((i) => i >= 0) ?? [];
    change(question.moves.slice(0, own.at(-1) ?? 0), false);
  };
  const verdict = (): string => {
    if (board === null || over === null) return "";
    if (over === "draw") return words.gameDrawn;
    const winner = (over === "win" ? board.mover : 1 - board.mover) as 0 | 1;
    if (together) return fill(words.playerWon, { who: nameOf(winner) });
    return winner === mine ? words.youWon : words.youLost;
  };
  const tone = over === null || over === "draw" ? "" : (over === "win") === (board?.mover === mine) ? "win" : "lose";
  const last = board?.past.at(-1);
  // What ends a game cannot have come up before, unless that is what ended it.
  const repeated = over !== null && subject.length === 1 && last !== undefined && (board?.past.filter((m) => m.to === last.to && m.by === last.by).length ?? 0) > 1;
  const theirs = last && !together && last.by !== mine ? last : undefined;
  const turn = choosing ? words.youForbid : past ? fill(words.lookingAt, { n: ply, of: total }) : over !== null ? verdict() : board === null ? "" : together ? fill(words.turnOf, { who: nameOf(board.mover) }) : myTurn ? words.yourTurn : words.theirTurn;
  const canMove = myTurn && over === null && !choosing && !past;
  return (
    <div class="play">
      <section class="position-main">
        {head(board)}
        <Waiting asked={asked} />
        {trouble && <Wrong problem={trouble} again={() => (setTrouble(null), setRound((r) => r + 1))} />}
        {board && (
          <>
            <div class={`turn ${over === null || past ? "" : `over ${tone}`}`} data-turn={past ? "past" : over !== null ? "over" : myTurn ? "mine" : "theirs"}>
              <h2>{turn}</h2>
              {theirs && <p class="their-move">{fill(words.theyMoved, { move: theirs.text })}</p>}
              {repeated && <p>{words.cameThrice}</p>}
              {board.totals && <p>{fill(words.totals, { a: board.totals[0], b: board.totals[1] })}</p>}
              {choosing && (
                <p>
                  {fill(words.mayForbid, { n: board.forbid })} <button type="button" onClick={() => setReleased(true)}>{words.letMove}</button>
                </p>
              )}
              {forbidden.length > 0 && <p>{fill(words.forbiddenNow, { list: forbidden.join(", ") })}</p>}
              {past && (
                <p class="row-of-buttons">
                  <button type="button" onClick={() => setLooking(null)}>{words.backToGame}</button>
                  <button type="button" onClick={() => question && change(question.moves.slice(0, ply), true)}>{words.playOnFrom}</button>
                </p>
              )}
            </div>
            <p class="out-of-sight" role="status">{fresh && !past ? [theirs ? fill(words.theyMoved, { move: theirs.text }) : "", fill(words.positionIs, { position: board.positions.join(" + ") }), turn].filter(Boolean).join(". ") : ""}</p>
            <Stage board={board} names={subject.map((g) => JSON.stringify([g.name, g.rules]))} moves={moves} pointed={pointed} look={hint?.part ?? null} make={canMove ? make : null} narrow={setOnly} />
            <div class="row-of-buttons">
              {over === null && !secret && <button type="button" disabled={!myTurn || past || (hint?.step ?? 0) >= 3} onClick={() => void nextHint()}>{hint ? words.moreHint : words.hint}</button>}
              <button type="button" disabled={total === 0} onClick={undo}>{words.undo}</button>
              <button type="button" class={over === null ? "" : "strong"} onClick={begin}>{words.newGame}</button>
              {!secret && (
                <label class="check">
                  <input type="checkbox" checked={open} onChange={(e) => setOpen(e.currentTarget.checked)} />
                  {words.openCards}
                </label>
              )}
            </div>
            {hint && (
              <p class="hint" role="status">
                <b>{fill(words.hintStep, { n: hint.step })}</b> {hint.text}
              </p>
            )}
            {more}
          </>
        )}
      </section>
      <div class="play-side">
        <section class="sheet" ref={list} tabIndex={-1} aria-labelledby={name}>
          <h2 id={name}>{words.moves}</h2>
          {question && canMove && <TypeMove question={question} moved={(typed) => change([...question.moves, typed], true)} />}
          {fresh && over === null && board.moves === null && <p class="hush">{words.movesUnlisted}</p>}
          {worth && <Waiting asked={solved} />}
          {fresh && over === null && board.moves !== null && (
            <Moves
              moves={moves}
              only={only}
              secret={!worth}
              disabled={past || (!myTurn && !choosing)}
              forbidden={choosing ? [] : forbidden}
              cut={board.cut}
              make={make}
              point={setPointed}
              clear={() => setOnly(null)}
            />
          )}
          {over !== null && <p class="hush">{words.gameOver}</p>}
        </section>
        {question && total > 0 && <Record question={question} subject={subject} judged={!secret && (worth || (over !== null && !past))} over={over !== null && !past} nameOf={nameOf} seat={together ? 0 : mine} at={ply ?? total} look={setLooking} />}
      </div>
    </div>
  );
}
