// Playing: won, lost, hinted, undone; by mouse on the drawing and by the list of moves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support.mjs";

/** Makes moves of Nim that leave xor 0 until the game is over. */
async function playNim(page, choose) {
  for (let turn = 0; turn < 30; turn++) {
    const state = page.locator("[data-turn]");
    await page.waitForFunction(() => document.querySelector('[data-turn="over"]') || (document.querySelector('[data-turn="mine"]') && document.querySelector(".move-list button:not(:disabled)")));
    if ((await state.getAttribute("data-turn")) === "over") return;
    const moves = await page.locator(".move-list [data-move]:not(:disabled)").evaluateAll((list) =>
      list.map((b) => ({ move: b.getAttribute("data-move"), to: b.querySelector(".move-to").lastChild.textContent })),
    );
    const move = choose(moves);
    const before = page.url();
    await page.locator(`[data-move="${move.move}"]`).click();
    await page.waitForURL((url) => url.href !== before);
  }
  assert.fail("the game does not end");
}

const xor = (to) => to.trim().split(/\s+/).reduce((a, b) => a ^ Number(b), 0);

test("a game of Nim is won by making the xor 0", async () => {
  const { page, complaints } = await open("#/play?game=nim&at=3+4+5");
  await playNim(page, (moves) => moves.find((m) => xor(m.to) === 0) ?? moves[0]);
  await page.getByRole("heading", { name: "You won" }).waitFor();
  // Only the opponent was ever on the wrong side: nobody threw anything away.
  assert.equal(await page.locator(".strip li.fault").count(), 0);
  assert.match(await page.locator(".faults").innerText(), /No mistakes/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a game of Nim is lost by a careless move, and the strip shows where", async () => {
  const { page, complaints } = await open("#/play?game=nim&at=3+4+5");
  await playNim(page, (moves) => moves.find((m) => xor(m.to) !== 0) ?? moves[0]);
  await page.getByRole("heading", { name: "You lost" }).waitFor();
  await page.locator(".strip li.fault").first().waitFor();
  await page.locator(".faults").filter({ hasText: /Move 1, you/ }).waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("hints come in three steps, undo takes both moves back, a person can play both sides", async () => {
  const { page, complaints } = await open("#/play?game=nim&at=3+4+5");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("Hint 1 of 3").waitFor();
  await page.getByRole("button", { name: "Tell me more" }).click();
  await page.getByText("Hint 2 of 3").waitFor();
  await page.locator(".part.look").waitFor();
  await page.getByRole("button", { name: "Tell me more" }).click();
  await page.getByText("Hint 3 of 3").waitFor();
  assert.match(await page.locator(".hint").innerText(), /take 2 from the heap of 3/);
  await page.locator('[data-move="take 2 @1"]').click();
  await page.waitForFunction(() => (location.hash.match(/move=/g) ?? []).length === 2);
  await page.locator('[data-turn="mine"]').waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => !location.hash.includes("move="));
  await page.getByText("Settings").click();
  await page.getByText("a person here").click();
  // The third stone of the last heap is clicked: it goes with those above it.
  await page.locator('.part').nth(2).locator(".stone").nth(2).click();
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes("take+3+@3"));
  await page.getByRole("heading", { name: /player 2/ }).waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("two games side by side are played as one", async () => {
  const { page, complaints } = await open("#/play?game=nim&at=1+2&game=kayles&at=3&vs=person");
  await page.locator("figure.term").nth(1).waitFor();
  assert.equal(await page.locator("figure.term").count(), 2);
  await page.locator(".move-list [data-move]").nth(5).waitFor();
  const before = await page.locator(".move-list [data-move]").count();
  assert.ok(before >= 6);
  await page.locator(".move-list [data-move]").first().click();
  await page.getByRole("heading", { name: /player 2/ }).waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("where moves may be forbidden, a person forbids one and the opponent makes another", async () => {
  const { page, complaints } = await open("#/play?game=wythoff-block&at=4+6");
  await page.locator('[data-turn="mine"]').waitFor();
  const enabled = page.locator(".move-list [data-move]:not(:disabled)");
  await enabled.first().click();
  const release = page.getByRole("button", { name: "Let them move" });
  await release.waitFor();
  const barred = await enabled.first().getAttribute("data-move");
  await enabled.first().click();
  await page.getByText("Forbidden this turn").waitFor();
  await release.click();
  await page.waitForFunction(() => (location.hash.match(/move=/g) ?? []).length === 2);
  const made = new URLSearchParams(page.url().split("?")[1]).getAll("move")[1];
  assert.notEqual(made, barred);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a huge position shows the moves that win, and one is made", async () => {
  const { page, complaints } = await open("#/position?game=wythoff&at=165580140+267914296");
  await page.getByText("These win:").waitFor();
  assert.match(await page.locator(".move-list").innerText(), /165580140 267914295/);
  await page.locator(".move-list [data-move]").first().click();
  await page.getByRole("heading", { name: "The player to move loses" }).waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a game whose moves bear one name is played with every kind of move, by both sides", async () => {
  for (const move of ["take 2", "take k=2 a=1"]) {
    const { page, complaints } = await open("#/play?game=dawson&at=10");
    await page.locator(`[data-move="${move}"]:not(:disabled)`).click();
    await page.waitForFunction(() => (location.hash.match(/move=/g) ?? []).length === 2);
    await page.locator('[data-turn="mine"]').waitFor();
    await page.locator(".strip li").nth(2).waitFor();
    assert.equal(await page.locator(".notice.wrong").count(), 0);
    assert.deepEqual(complaints, []);
    await page.close();
  }
});
