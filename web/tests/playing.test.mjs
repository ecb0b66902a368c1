// The board: moves at once, by click, drag and typing; what the pointer would do; what the opponent did; the game so far.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support.mjs";

const hash = (page) => page.evaluate(() => decodeURIComponent(location.hash));

test("moves are listed and drawn before anything is solved", async () => {
  const { page, complaints } = await open("#/");
  await page.route("**/api/solve*", () => undefined);
  await page.evaluate(() => {
    location.hash = "#/position?game=nim&at=3+4+5";
  });
  await page.locator('[data-move="take 2 @1"]').waitFor();
  assert.equal(await page.locator(".move-list [data-move]").count(), 12);
  assert.equal(await page.locator(".stone.live").count(), 12);
  assert.equal(await page.locator(".banner").count(), 0);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the pointer shows every stone that a click would take, and a stone dragged away goes with them", async () => {
  const { page, complaints } = await open("#/play?game=nim&at=3+4+5&vs=person");
  const stone = page.locator(".part").nth(2).locator(".stone").nth(1);
  await page.locator(".stone.live").nth(11).waitFor();
  await stone.hover();
  await page.waitForFunction(() => document.querySelectorAll(".stone.marked").length === 4);
  const box = await stone.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y - 120, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => location.hash.includes("move="));
  assert.match(await hash(page), /move=take\+4\+@3/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a token goes to the node that is clicked; a piece is dragged to its square", async () => {
  const graph = await open("#/play?game=cat-mouse&vs=person");
  const node = (page, name) => page.locator(".graph .node").filter({ hasText: new RegExp(`^${name}$`) });
  await node(graph.page, "3").click();
  await graph.page.waitForFunction(() => location.hash.includes("move="));
  assert.match(await hash(graph.page), /move=run\+3/);
  // The cat stands on 2 and may go to 4 or 5.
  await node(graph.page, "4").and(graph.page.locator(".live")).click();
  await graph.page.waitForFunction(() => (location.hash.match(/move=/g) ?? []).length === 2);
  const board = await open("#/play?game=clobber&at=2x3&vs=person");
  const square = (n) => board.page.locator(".square").nth(n);
  await board.page.locator(".square.live").nth(5).waitFor();
  await square(0).dragTo(square(1));
  await board.page.waitForFunction(() => location.hash.includes("move="));
  assert.match(await hash(board.page), /move=clobber\+r=1\+c=1\+i=1\+j=2/);
  await board.page.locator(".square.last").nth(1).waitFor();
  assert.deepEqual([...graph.complaints, ...board.complaints], []);
  await graph.page.close();
  await board.page.close();
});

test("two clicks choose where one means several moves", async () => {
  const { page, complaints } = await open("#/play?game=clobber&at=2x3&vs=person");
  await page.locator(".square.live").nth(5).waitFor();
  // The middle of the first row may take left, right or below.
  await page.locator(".square").nth(0).click();
  await page.locator(".square.picked").waitFor();
  await page.locator(".square").nth(3).click();
  await page.waitForFunction(() => location.hash.includes("move="));
  assert.match(await hash(page), /r=1\+c=1\+i=2\+j=1/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a move is typed; what is no move is answered with a sentence and the game stays", async () => {
  const { page, complaints } = await open("#/play?game=nim&at=3+4+5&vs=person");
  const box = page.getByRole("textbox", { name: "Type a move" });
  await box.fill("take 9 @1");
  await page.keyboard.press("Enter");
  await page.locator(".type-move [role=alert]").waitFor();
  assert.doesNotMatch(await hash(page), /move=/);
  await box.fill("take 2 @1");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.includes("move="));
  await page.getByRole("heading", { name: /player 2/ }).waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the opponent's move is marked, said, and the list keeps the focus", async () => {
  const { page, complaints } = await open("#/play?game=nim&at=3+4+5");
  await page.locator('[data-move="take 1 @2"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => (location.hash.match(/move=/g) ?? []).length === 2);
  await page.locator('[data-turn="mine"]').waitFor();
  await page.locator(".gone").first().waitFor();
  assert.match(await page.locator(".play [role=status]").first().innerText(), /They played: take \d from the heap of \d.*Your move/s);
  await page.waitForFunction(() => document.activeElement?.hasAttribute("data-move"));
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => (location.hash.match(/move=/g) ?? []).length >= 3);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the game so far can be looked at again and played on from there; at its end the losing move is named", async () => {
  const { page, complaints } = await open("#/play?game=nim&at=1+2&move=take+1+@2&move=take+1+@1&move=take+1+@2&vs=person");
  await page.locator('[data-turn="over"]').waitFor();
  await page.locator(".losing-move, .balance li").first().waitFor();
  assert.equal(await page.locator(".balance li").count(), 4);
  await page.locator(".strip button").nth(1).click();
  await page.locator('[data-turn="past"]').waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".stone").length === 2);
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForFunction(() => (location.hash.match(/move=/g) ?? []).length === 1);
  const lost = await open("#/play?game=nim&at=1+2&move=take+2+@2&move=take+1+@1&vs=person");
  await lost.page.locator(".losing-move").waitFor();
  assert.match(await lost.page.locator(".losing-move").innerText(), /move 1, player 1: take 2 from the heap of 2.*Better: take 1/s);
  assert.deepEqual([...complaints, ...lost.complaints], []);
  await page.close();
  await lost.page.close();
});

test("a game opens at its start and offers others", async () => {
  const { page, complaints } = await open("#/play?game=tictactoe");
  await page.locator(".board").waitFor();
  assert.equal(await page.locator(".board .piece-text").count(), 0);
  const nim = await open("#/play?game=nim");
  await nim.page.locator('[data-start="lost"]').click();
  await nim.page.waitForFunction(() => location.hash.includes("at="));
  const at = new URLSearchParams(nim.page.url().split("?")[1]).get("at");
  assert.equal(at.split(" ").reduce((a, b) => a ^ Number(b), 0), 0, at);
  await nim.page.locator('[data-start="easy"]').click();
  await nim.page.waitForFunction((at) => new URLSearchParams(location.hash.split("?")[1]).get("at") !== at, at);
  const easy = new URLSearchParams(nim.page.url().split("?")[1]).get("at");
  assert.notEqual(easy.split(" ").reduce((a, b) => a ^ Number(b), 0), 0, easy);
  assert.deepEqual([...complaints, ...nim.complaints], []);
  await page.close();
  await nim.page.close();
});

test("boards of numbers show numbers", async () => {
  const { page, complaints } = await open("#/play?game=rake&vs=person");
  await page.locator(".board").waitFor();
  assert.deepEqual((await page.locator(".board .piece-text").allTextContents()).slice(0, 4), ["1", "1", "2", "2"]);
  assert.deepEqual(complaints, []);
  await page.close();
});

for (const [game, thing] of [["nim&at=3+4+5", ".parts"], ["tictactoe", ".board"], ["dag&at=0+3", ".graph"], ["staircase&at=2+1+3", ".stairs"], ["hex&at=5x5", ".board"], ["kayles&at=9", ".parts"], ["ends", ".row-of"]]) {
  test(`on a phone the board of ${game.split("&")[0]} is there without scrolling, and every tab`, async () => {
    const { page, complaints } = await open("#/");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate((game) => {
      location.hash = `#/play?game=${game}`;
    }, game);
    await page.locator(thing).first().waitFor();
    const box = await page.locator(`.stage ${thing}`).first().boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 844 && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
    for (const tab of await page.locator(".tabs a").all()) {
      const { x, width } = await tab.boundingBox();
      assert.ok(x >= 0 && x + width <= 390, await tab.innerText());
    }
    assert.deepEqual(complaints, []);
    await page.close();
  });
}
