// What somebody tries who sees the page, or a game, for the first time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support.mjs";

/** Rules that are in no library: heaps that are cut and misère, a board with players, a row of numbers, a word, tokens on a graph, points, play without an end. */
const UNSEEN = {
  heaps: ["game Odd bites\nheaps n\nmove bite k in {1, 3} if k <= n: n -> n - k\nmove cut a in 1..n-1 if n mod 2 = 0 and n > 3: n -> a, n - a\nend misere\n", "7 4"],
  board: [
    'game Crossing\nplayers North, South\nposition grid b of 0..2 = [[1,0,1],[0,0,0],[2,0,2]]\nshow b as ".NS"\n' +
      "move down by North r in 1..2, c in 1..3 if b[r,c] = 1 and b[r+1,c] = 0: b[r,c] -> 0, b[r+1,c] -> 1\n" +
      "move up by South r in 2..3, c in 1..3 if b[r,c] = 2 and b[r-1,c] = 0: b[r,c] -> 0, b[r-1,c] -> 2\n" +
      "move right by North r in 1..3, c in 1..2 if b[r,c] = 1 and b[r,c+1] = 0: b[r,c] -> 0, b[r,c+1] -> 1\n" +
      "move right by South r in 1..3, c in 1..2 if b[r,c] = 2 and b[r,c+1] = 0: b[r,c] -> 0, b[r,c+1] -> 2\n" +
      "win North when any(b[3,c] = 1 for c in 1..3)\nwin South when any(b[1,c] = 2 for c in 1..3)\n",
    "",
  ],
  row: ["game Neighbours\nposition row a\nmove merge i in 1..|a|-1 if a[i] > 0 and a[i+1] > 0: a[i] -> a[i] - 1, a[i+1] -> a[i+1] - 1\nmove drop i in 1..|a| if a[i] > 1: a[i] -> a[i] - 2\n", "3 2 4 1"],
  word: ['game Lights\nposition word w of "ab"\nmove flip i in 1..|w|-1 if w[i] = "a" and w[i+1] = "a": w[i] -> "b", w[i+1] -> "b"\nmove one i in 1..|w| if w[i] = "a": w[i] -> "b"\n', "aabaa"],
  graph: ["game Parcel\nplayers Runner, Guard\nparam G = graph { 1 - 2 3; 2 - 4; 3 - 4 5; 4 - 6; 5 - 6 }\nposition r in G = 1, g in G = 6\nmove run by Runner w in G[r] if w != g: r -> w\nmove guard by Guard w in G[g]: g -> w\nwin Runner when r = 6\nwin Guard when r = g\nendless draw\n", ""],
  points: ["game Greedy row\nposition row a of -9..9\nmove left if |a| > 0: a -> a[2..] gain a[1]\nmove right if |a| > 0: a -> a[..|a|-1] gain a[|a|]\nscore\n", "3 -1 4 2"],
};

const link = (screen, [rules, at], more = "") => `#/${screen}?rules=${encodeURIComponent(rules)}${at === "" ? "" : `&at=${encodeURIComponent(at)}`}${more}`;

for (const [name, game] of Object.entries(UNSEEN)) {
  test(`a game that nobody has seen is played on the board from its start to its end (${name})`, async () => {
    const { page, complaints } = await open(link("play", game, "&vs=mistakes&mistakes=100"));
    for (let turn = 0; turn < 40; turn++) {
      await page.waitForFunction(() => document.querySelector('[data-turn="over"]') || (document.querySelector('[data-turn="mine"]') && document.querySelector(".move-list [data-move]:not(:disabled)")));
      if ((await page.locator('[data-turn="over"]').count()) > 0) break;
      const before = page.url();
      // Another thing each turn, so that play without an end goes elsewhere.
      for (let step = 0; step < 3 && page.url() === before; step++) {
        const choices = page.locator("[data-choice]");
        const things = page.locator(".drawing .live");
        if ((await choices.count()) > 0) await choices.nth(turn % (await choices.count())).click();
        else await things.nth((turn * 5 + step) % (await things.count())).dispatchEvent("click");
        await page.waitForFunction((url) => location.href !== url || document.querySelector("[data-choice]"), before);
      }
      await page.waitForURL((url) => url.href !== before);
    }
    await page.locator('[data-turn="over"]').waitFor();
    await page.locator(".balance li").first().waitFor();
    assert.equal(await page.locator(".notice.wrong").count(), 0);
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

test("a click that means several moves offers them under the board, also on a phone", async () => {
  const { page, complaints } = await open("#/play?game=wythoff&at=6+10&vs=person");
  const stone = page.locator(".field").nth(0).locator(".stone").nth(3);
  await page.locator(".stone.live").nth(15).waitFor();
  // The three stones that every one of the moves takes.
  await stone.hover();
  await page.waitForFunction(() => document.querySelectorAll(".stone.marked").length === 3);
  await page.setViewportSize({ width: 390, height: 844 });
  await stone.click();
  await page.locator("[data-choice]").nth(1).waitFor();
  assert.deepEqual(await page.locator("[data-choice]").allInnerTexts(), ["take 3 from the heap of 6", "take 3 from both heaps"]);
  assert.ok((await page.locator(".choices").boundingBox()).y < 844);
  await page.locator(".choices button").last().click();
  assert.equal(await page.locator("[data-choice]").count(), 0);
  await stone.click();
  await page.locator('[data-choice="both 3"]').click();
  await page.waitForFunction(() => location.hash.includes("move=both+3"));
  assert.deepEqual(complaints, []);
  await page.close();
});

test("tokens of two players say which they are; edges between dots are lines and nothing else; a mark lies inside its square", async () => {
  const chase = await open("#/play?game=cat-mouse&vs=person");
  await chase.page.locator(".token text").nth(1).waitFor();
  assert.deepEqual(await chase.page.locator(".token text").allTextContents(), ["m", "c"]);
  await chase.page.close();
  const dots = await open("#/play?game=dots-and-boxes&at=2x2&vs=person");
  await dots.page.locator(".side .hit").first().waitFor();
  assert.deepEqual(await dots.page.locator(".side .hit").evaluateAll((all) => [...new Set(all.map((e) => getComputedStyle(e).stroke))]), ["none"]);
  await dots.page.close();
  const board = await open("#/play?game=tictactoe&move=b2&vs=person");
  await board.page.locator(".square.last .ring").waitFor();
  assert.notEqual(await board.page.locator(".square.last .ring").evaluate((e) => getComputedStyle(e).stroke), "none");
  assert.equal(await board.page.locator(".square:not(.last) .ring").first().evaluate((e) => getComputedStyle(e).stroke), "none");
  assert.deepEqual([...chase.complaints, ...dots.complaints, ...board.complaints], []);
  await board.page.close();
});

test("rules without a note are put into words on every view, in both languages", async () => {
  const { page, complaints } = await open("#/");
  for (const screen of ["position", "play", "table", "lab", "worksheet"]) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, link(screen, UNSEEN.graph));
    await page.locator(`.${screen}-screen .told li`).nth(2).waitFor({ state: "attached" });
    const told = await page.locator(".told").first().evaluate((list) => list.parentElement.textContent);
    assert.match(told, /Runner may run: r -> w, for w in G\[r\] if w != g\./, screen);
    assert.match(told, /Play ends when r = g: Guard wins\./, screen);
  }
  await page.getByRole("button", { name: "中文" }).click();
  await page.locator(".told").getByText("Runner 可以 run：r -> w").waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a position that comes for the third time is a draw, and the page says so", async () => {
  const moves = ["run 2", "guard 4", "run 1", "guard 6", "run 2", "guard 4", "run 1", "guard 6"];
  const { page, complaints } = await open(link("play", UNSEEN.graph, `&vs=person${moves.map((m) => `&move=${encodeURIComponent(m)}`).join("")}`));
  await page.getByText("The position came up for the third time.").waitFor();
  await page.getByRole("heading", { name: "A draw" }).waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("two fingers zoom a table, one then moves in it; where the whole is seen, a finger scrolls the page", async () => {
  const { page, complaints } = await open("#/table?game=wythoff&to=60");
  await page.setViewportSize({ width: 390, height: 844 });
  const canvas = page.locator(".heat-above");
  await page.locator("canvas[data-painted]").waitFor();
  await canvas.evaluate((e) => e.scrollIntoView({ block: "center" }));
  await page.waitForFunction(() => document.querySelector(".heat-above").dataset.whole === "true");
  assert.equal(await canvas.evaluate((e) => getComputedStyle(e).touchAction), "pan-y");
  const box = await canvas.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (type, apart) => session.send("Input.dispatchTouchEvent", { type, touchPoints: apart === null ? [] : [{ x: x - apart, y, id: 1 }, { x: x + apart, y, id: 2 }] });
  await touch("touchStart", 20);
  for (const apart of [30, 50, 70, 90]) await touch("touchMove", apart);
  await touch("touchEnd", null);
  await page.waitForFunction(() => document.querySelector(".heat-above").dataset.whole === "false");
  assert.equal(await canvas.evaluate((e) => getComputedStyle(e).touchAction), "none");
  // No position was opened by it.
  assert.match(page.url(), /#\/table/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("nothing moves for whoever wants less motion", async () => {
  const { page, complaints } = await open("#/");
  for (const [reducedMotion, moving] of [["reduce", false], ["no-preference", true]]) {
    await page.emulateMedia({ reducedMotion });
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#/play?game=nim&at=3+4+5&move=take+2+@1&vs=person&mistakes=${moving ? 1 : 2}`);
    await page.locator(".gone").first().waitFor();
    assert.equal((await page.locator(".gone").first().evaluate((e) => getComputedStyle(e).animationName)) !== "none", moving);
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the drawn tree begins with the position on the screen, however wide it is", async () => {
  const { page, complaints } = await open("#/position?game=domineering&at=3x3&open=drawn");
  const root = page.locator('.tree-node[data-position="... / ... / ..."]').first();
  await root.waitFor();
  const [seen, scroll] = [await root.boundingBox(), await page.locator(".scroll", { has: root }).boundingBox()];
  assert.ok(seen.x >= scroll.x && seen.x + seen.width <= scroll.x + scroll.width, `${seen.x} in ${scroll.x} … ${scroll.x + scroll.width}`);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the answers of a worksheet are printed on a page of their own", async () => {
  const { page, complaints } = await open("#/worksheet?game=bash");
  await page.locator(".answers li").nth(2).waitFor();
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".answers").evaluate((e) => getComputedStyle(e).breakBefore), "page");
  assert.equal(await page.locator(".sheet-tools").isVisible(), false);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("list and new in the box do what they do at the command", async () => {
  const { page, complaints } = await open("#/");
  await page.locator(".card").first().waitFor();
  await page.locator("#ask").fill("list staircase");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".card").length < 10);
  assert.equal(await page.getByRole("searchbox").inputValue(), "staircase");
  await page.locator("#ask").fill("new");
  await page.keyboard.press("Enter");
  await page.locator(".editor").waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("in a game for points the bar adds what was gained to what is to come, and the losing move is the one that lost it", async () => {
  const moves = (list) => list.map((m) => `&move=${encodeURIComponent(m)}`).join("");
  // All is taken at once: the first player has won, though nothing is to come any more.
  const all = await open(`#/play?game=ends&at=3+-1+4${moves(["left 3"])}&vs=person`);
  await all.page.locator(".balance li").nth(1).waitFor();
  assert.deepEqual(await all.page.locator(".balance li").evaluateAll((list) => list.map((li) => li.className)), ["win", "win"]);
  assert.deepEqual(await all.page.locator(".record-value").evaluateAll((list) => list.map((e) => e.textContent.trim())), ["+6", "+6"]);
  await all.page.close();
  // The first player takes one, and the other all the rest.
  const lost = await open(`#/play?game=ends&at=1+5+4${moves(["left 1", "left 2"])}&vs=person`);
  await lost.page.locator(".balance li").nth(2).waitFor();
  assert.deepEqual(await lost.page.locator(".balance li").evaluateAll((list) => list.map((li) => li.className)), ["win", "lose", "lose"]);
  assert.match(await lost.page.locator(".losing-move").innerText(), /move 1, player 1/);
  assert.deepEqual([...all.complaints, ...lost.complaints], []);
  await lost.page.close();
});

test("a line that says who moves first is understood", async () => {
  const { page } = await open("#/");
  const box = page.locator("#ask");
  await box.fill("domineering 2x3 --first right");
  await box.press("Enter");
  await page.waitForURL((url) => url.href.includes("game=domineering") && url.href.includes("first=1"));
  await page.close();
});
