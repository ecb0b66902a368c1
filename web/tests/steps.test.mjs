// Reasons step by step, the tree of moves and answers, the board of two numbers; worksheets; the first screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, openAtRest } from "./support.mjs";

test("a xor is gone through column by column", async () => {
  const { page, complaints } = await openAtRest("#/position?game=nim&at=3+4+5");
  await page.getByRole("button", { name: "Step by step" }).click();
  const foot = page.locator(".xor tfoot .bit");
  assert.deepEqual(await foot.allTextContents(), ["", "", ""]);
  const next = page.getByRole("button", { name: "Next", exact: true });
  await next.click();
  assert.deepEqual(await foot.allTextContents(), ["", "", "0"]);
  await page.getByText("Column 1: 2 ones").waitFor();
  await next.click();
  assert.deepEqual(await foot.allTextContents(), ["", "1", "0"]);
  await page.getByText("Column 2: 1 ones, an odd number").waitFor();
  await page.getByRole("button", { name: "All at once" }).click();
  assert.deepEqual(await foot.allTextContents(), ["0", "1", "0"]);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a mex is gone through option by option, then counted", async () => {
  // Values of 4, 2 and 1 are 2, 0 and 1.
  const { page, complaints } = await openAtRest("#/position?game=subtract&at=5");
  await page.getByRole("button", { name: "Step by step" }).click();
  const next = page.getByRole("button", { name: "Next", exact: true });
  assert.equal(await page.locator(".mex .present").count(), 0);
  await next.click();
  assert.equal(await page.locator(".mex .present").count(), 1);
  for (let i = 0; i < 6 && (await next.isEnabled()); i++) await next.click();
  await page.getByText("3 is missing").waitFor();
  assert.equal(await page.locator(".mex .missing").count(), 1);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("moves and answers are a tree that is unfolded by clicks to the end of the game", async () => {
  const { page, complaints } = await openAtRest("#/position?game=nim&at=1+2+3");
  await page.getByRole("button", { name: "Unfold" }).click();
  // All six moves of a lost position, each with an answer.
  await page.locator(".sheet > .tree > li > .branch").nth(5).waitFor();
  assert.equal(await page.locator(".sheet > .tree > li > .branch").count(), 6);
  await page.locator(".sheet > .tree > li > .tree > li > .branch").nth(5).waitFor();
  assert.equal(await page.locator(".sheet > .tree > li > .tree > li > .branch.lose").count(), 6);
  // The answers lead to lost positions; what follows is asked for.
  const answer = page.locator(".sheet > .tree > li > .tree > li").first();
  await answer.locator("> .branch[aria-expanded=false]").click();
  await answer.locator("> .tree .branch").first().waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("two numbers are a piece on a board with the lost squares", async () => {
  const { page, complaints } = await open("#/position?game=wythoff&at=5+8");
  await page.locator(".plane").waitFor();
  // (0,0), (1,2), (2,1), (3,5), (5,3), (4,7), (7,4) up to 9.
  assert.equal(await page.locator(".plane-square.lost").count(), 7);
  await page.waitForFunction(() => document.querySelectorAll(".plane .reach").length === 18);
  assert.equal(await page.locator(".plane-queen").count(), 1);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a worksheet takes positions of one's own, as hard as wanted, and asks for scores", async () => {
  const { page, complaints } = await open("#/worksheet?game=nim&at=3+4+5&level=easy&sheet=1+2+3%0A4+4");
  await page.locator(".answers li").nth(3).waitFor();
  const lines = await page.locator(".answers li").allInnerTexts();
  assert.match(lines[0], /^1 2 3 — lost/);
  assert.match(lines[1], /^4 4 — lost/);
  for (const line of lines.slice(2)) assert.ok(line.split(" — ")[0].split(" ").reduce((a, b) => a + Number(b), 0) <= 6, line);
  const points = await open("#/worksheet?game=ends");
  await points.page.locator(".exercise").nth(2).waitFor();
  await points.page.locator(".exercises").filter({ hasText: /Score with best play/ }).waitFor();
  assert.doesNotMatch(await points.page.locator(".exercises").innerText(), /wins|loses/);
  // 1 2 3: the first player takes all.
  assert.match((await points.page.locator(".answers li").allInnerTexts()).join("\n"), /^1 2 3 — score 6/m);
  assert.deepEqual([...complaints, ...points.complaints], []);
  await page.close();
  await points.page.close();
});

test("verbs that are typed do what the command does, and near names can be clicked", async () => {
  const { page, complaints } = await open("#/");
  const ask = async (text) => {
    await page.evaluate(() => {
      location.hash = "#/";
    });
    await page.locator("#ask").fill(text);
    await page.keyboard.press("Enter");
  };
  await ask("table wythoff a=0..20 b=10..40");
  await page.locator("canvas[data-painted]").waitFor();
  await page.getByText("a <= 20, 10 <= b <= 40").or(page.getByText("a=0..20 b=10..40")).first().waitFor();
  await ask("prove wythoff");
  await page.locator(".theorem .status.proved").waitFor();
  await ask("play tictactoe");
  await page.locator('[data-turn="mine"]').waitFor();
  await ask("wythof 3 5");
  await page.getByRole("alert").getByRole("button", { name: "wythoff", exact: true }).click();
  await page.locator(".tabs").waitFor();
  await page.evaluate(() => {
    location.hash = "#/?find=nim";
  });
  await page.locator(".card").first().waitFor();
  assert.equal(await page.locator(".card").first().getAttribute("data-game"), "nim");
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the first screen takes less than 150 KB", async () => {
  const { page } = await open("#/");
  await page.locator(".card").nth(40).waitFor();
  await page.locator(".hero-picture canvas[width]").waitFor();
  const sent = await page.evaluate(() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map((r) => [r.name.replace(/.*\//, "/"), r.transferSize]));
  const total = sent.reduce((sum, [, size]) => sum + size, 0);
  assert.ok(total > 20_000 && total < 150 * 1024, JSON.stringify(sent));
  await page.close();
});

test("a game of one's own is kept, listed, saved as a file and taken in again", async () => {
  const rules = "game Mine, all mine\nheaps n\nmove take k in 1..2: n -> n - k\n";
  const { page, complaints } = await open(`#/table?rules=${encodeURIComponent(rules)}`);
  await page.getByRole("button", { name: "Keep in this browser" }).click();
  await page.getByText("Kept.").waitFor();
  await page.evaluate(() => {
    location.hash = "#/";
  });
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save Mine, all mine as a file" }).click()]);
  assert.match(file.suggestedFilename(), /\.game$/);
  const path = await file.path();
  await page.getByRole("button", { name: "Throw Mine, all mine away" }).click();
  assert.equal(await page.locator(".own-open").count(), 0);
  const { readFile } = await import("node:fs/promises");
  const input = page.locator('.own-games input[type="file"]');
  await input.setInputFiles([{ name: "mine.game", mimeType: "text/plain", buffer: await readFile(path) }, { name: "poem.txt", mimeType: "text/plain", buffer: Buffer.from("Roses are red") }]);
  await page.getByText("These are no rules: poem.txt").waitFor();
  await page.locator(".own-open").click();
  await page.locator("canvas[data-painted]").waitFor();
  assert.match(await page.locator(".result h2").innerText(), /Mine, all mine/);
  assert.deepEqual(complaints, []);
  await page.close();
});
