// The table: from a cell to its position to play; colours; covered cells; files; the large one.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { open } from "./support.mjs";

/** The middle of a cell of a table that is wholly on the screen. */
async function cellPoint(page, column, row, across) {
  const box = await page.locator(".heat-above").boundingBox();
  const scale = Math.min(36, (box.width - 48) / across);
  return { x: 46 + (column + 0.5) * scale, y: 24 + (row + 0.5) * scale };
}

test("a click on the table opens the position, and from there one plays", async () => {
  const { page, complaints } = await open("#/table?game=wythoff&to=19");
  await page.locator("canvas[data-painted='400']").waitFor();
  const at = await cellPoint(page, 10, 6, 20);
  await page.locator(".heat-above").hover({ position: at });
  await page.getByText("a = 6, b = 10").waitFor();
  await page.locator(".cell-card").getByText(/lost/).waitFor();
  await page.locator(".heat-above").click({ position: at });
  await page.locator('.banner[data-outcome="lose"]').waitFor();
  assert.match(page.url(), /at=6\+10/);
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.locator('[data-turn="mine"]').waitFor();
  assert.match(page.url(), /#\/play\?game=wythoff&at=6\+10/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("Wythoff's game 1,000 by 1,000 is on the screen", async () => {
  const { page, complaints } = await open("#/table?game=wythoff&to=19");
  await page.locator("canvas[data-painted='400']").waitFor();
  const began = performance.now();
  await page.evaluate(() => {
    location.hash = "#/table?game=wythoff&to=999";
  });
  await page.locator("canvas[data-painted='1000000']").waitFor();
  console.log(`Wythoff 1,000 × 1,000 painted after ${Math.round(performance.now() - began)} ms`);
  // Zooming in ends at readable cells and never leaves the table.
  const box = await page.locator(".heat-above").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let i = 0; i < 12; i++) await page.mouse.wheel(0, -400);
  await page.locator(".cell-card").waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("colours by residue, outcome and remoteness, the wheel and the difference row", async () => {
  const { page, complaints } = await open("#/table?game=lasker&to=50");
  await page.locator("canvas[data-painted]").waitFor();
  await page.getByText("value mod p").click();
  const wheel = page.getByRole("slider", { name: "Modulus p" });
  await wheel.focus();
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => location.hash.includes("p=5"));
  assert.equal(await page.locator(".sector").count(), 5);
  await page.getByText("to the one before").click();
  await page.waitForFunction(() => location.hash.includes("difference=previous"));
  await page.getByText("outcome", { exact: true }).click();
  await page.getByText("lost for the player to move").waitFor();
  await page.evaluate(() => {
    location.hash = "#/table?game=wythoff&to=19";
  });
  await page.locator("canvas[data-painted='400']").waitFor();
  await page.getByText("moves to the end").click();
  await page.waitForFunction(() => location.hash.includes("colour=remoteness"));
  await page.locator(".stale").waitFor({ state: "detached" });
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the table is saved as CSV, SVG and PNG, an answer as JSON", async () => {
  const { page, complaints } = await open("#/table?game=lasker&to=20");
  await page.locator("canvas[data-painted]").waitFor();
  const save = async (name) => {
    await page.locator(".table-foot summary").click();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
    return readFile(await file.path());
  };
  const csv = (await save("CSV")).toString();
  assert.equal(csv.split("\n").slice(0, 5).join(" "), "n,grundy 0,0 1,1 2,2 3,4");
  assert.match((await save("SVG")).toString(), /^<svg[^>]*>[\s\S]*<\/svg>\s*$/);
  assert.equal((await save("PNG")).subarray(1, 4).toString(), "PNG");
  assert.equal(JSON.parse((await save("JSON")).toString()).show, "grundy");
  await page.goto(page.url().replace(/#.*/, "#/position?game=nim&at=3+4+5"));
  await page.locator(".banner").waitFor();
  await page.locator(".stage-tools summary").click();
  const [drawing] = await Promise.all([page.waitForEvent("download"), page.locator(".stage-tools").getByRole("button", { name: "SVG" }).click()]);
  assert.match((await readFile(await drawing.path())).toString(), /<circle/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("teacher mode covers values until they are uncovered", async () => {
  const { page, complaints } = await open("#/table?game=wythoff&to=9&teacher=1");
  await page.locator("canvas[data-painted='100']").waitFor();
  const at = await cellPoint(page, 2, 1, 10);
  await page.locator(".heat-above").hover({ position: at });
  await page.getByText("Click to uncover").waitFor();
  await page.locator(".heat-above").click({ position: at });
  assert.match(page.url(), /#\/table/);
  await page.mouse.move(5, 300);
  await page.locator(".heat-above").hover({ position: at });
  await page.locator(".cell-card .cell-outcome.lose").waitFor();
  await page.goto(page.url().replace(/#.*/, "#/position?game=nim&at=3+4+5&teacher=1"));
  await page.getByRole("heading", { name: "Who wins here?" }).waitFor();
  assert.equal(await page.locator(".move.win, .move.lose, #why").count(), 0);
  await page.getByRole("button", { name: "Uncover" }).click();
  await page.locator('.banner[data-outcome="win"]').waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});
