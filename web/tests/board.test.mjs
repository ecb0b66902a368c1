// Boards: the letters that the rules declare, columns by letters, what was found out about the board, moves by their squares.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, open } from "./support.mjs";

test("a board shows its letters and the squares of a move", async () => {
  const { page, complaints } = await open("#/position?game=clobber&at=2x3");
  await page.locator(".banner[data-outcome=lose]").waitFor();
  const squares = await page.locator(".board .piece-text").allTextContents();
  assert.deepEqual(squares, ["X", "O", "X", "O", "X", "O"]);
  assert.deepEqual(await page.locator(".board .board-name").allTextContents(), ["1", "2", "a", "b", "c"]);
  // The move under the pointer marks the square it leaves and the one it takes.
  await page.locator('[data-move="clobber r=1 c=1 i=1 j=2"]').hover();
  await page.waitForFunction(() => document.querySelectorAll(".square.marked").length === 2);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("what was found out about a board is said", async () => {
  const { page, complaints } = await open("#/position?game=cram&at=4x5");
  await page.locator(".remark").waitFor();
  assert.match(await page.locator(".remark").innerText(), /8 symmetries/);
  // A long position leaves room for the squares of the move.
  assert.equal(await page.locator('[data-move="down r=2 c=1"] .move-squares').innerText(), "a2 a3");
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a domino that cuts a board marks its own squares, and taken squares are filled", async () => {
  const { page, complaints } = await open("#/position?game=cram&at=..%23%2F...");
  await page.locator(".banner[data-outcome]").waitFor();
  assert.equal(await page.locator(".board .piece.wall").count(), 1);
  await page.locator('[data-move="across r=2 c=1"]').hover();
  await page.waitForFunction(() => document.querySelectorAll(".square.marked").length === 2);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("moves are asked for by their squares", async () => {
  const made = await ask("/api/solve", { terms: [{ game: { name: "tictactoe" }, position: "" }], moves: ["b2", "a1"] });
  assert.deepEqual(made.positions, ["O.. / .X. / ..."]);
  assert.deepEqual(made.pictures[0].parts[0][0].cells[1], [".", "X", "."]);
  assert.ok(made.answer.winning_moves !== undefined || made.answer.outcome === "draw");
});

test("edges between dots are lines, whatever the game is called", async () => {
  const rules = "position grid x of 0..1 = repeat(repeat(0, 2), 3), grid y of 0..1 = repeat(repeat(0, 3), 2)\nshow x as \".-\"\nshow y as \".|\"\nmove r in 1..3, c in 1..2 if x[r,c] = 0: x[r,c] -> 1\nmove r in 1..2, c in 1..3 if y[r,c] = 0: y[r,c] -> 1\n";
  for (const game of [`rules=${encodeURIComponent(rules)}`, "game=dots-and-boxes&at=2x2"]) {
    const { page, complaints } = await open(`#/play?${game}&vs=person`);
    await page.locator(".edges .dot").first().waitFor();
    assert.equal(await page.locator(".edges .dot").count(), 9);
    assert.equal(await page.locator(".side").count(), 12);
    assert.equal(await page.locator(".board").count(), 0);
    // A click draws the line.
    await page.locator(".side.live").first().click();
    await page.locator(".side.drawn.last").waitFor();
    assert.equal(await page.locator(".side.drawn").count(), 1);
    assert.deepEqual(complaints, []);
    await page.close();
  }
});
