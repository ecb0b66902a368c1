// Misère play of sums of heaps: the quotient beside the position, its products and its heaps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, open, openAtRest } from "./support.mjs";

/** The colour in the middle of a cell of the table of products, and whether it is that of what is lost. */
const colour = (page, x, y, order) =>
  page.locator(".cayley").evaluate(
    (canvas, [x, y, order]) => {
      const side = canvas.width / order;
      const { data } = canvas.getContext("2d").getImageData(Math.floor((y + 0.5) * side), Math.floor((x + 0.5) * side), 1, 1);
      return [...data.slice(0, 3)].join(" ");
    },
    [x, y, order],
  );

test("misère Kayles shows its quotient: lost products are orange, a product is read off, heaps have their elements", async () => {
  const { page, complaints } = await openAtRest("#/position?game=kayles&misere=1&at=5+2");
  await page.getByRole("button", { name: "Show the quotient" }).click();
  const sheet = page.locator(".quotient");
  await sheet.locator(".status.proved").waitFor();
  assert.match(await sheet.innerText(), /order 40, 9 of them lost · wild/);
  assert.match(await sheet.innerText(), /P = \{a, b², ac, d, ad², ac², e, ade, adf\}/);
  const { elements, table, lost } = await ask("/api/misere", { game: { name: "kayles", misere: true } });
  for (const [x, y] of [[0, 1], [2, 2], [3, 7], [5, 11]]) {
    const isLost = lost.includes(elements[table[x][y]]);
    assert.equal((await colour(page, x, y, 40)) === "224 123 38", isLost, `${elements[x]} times ${elements[y]}`);
  }
  // By the list of factors, and by pressing the table.
  const at = (name) => String(elements.indexOf(name));
  await page.getByLabel("factor 1").selectOption(at("b"));
  await page.getByLabel("factor 2").selectOption(at("c"));
  await page.locator('[data-product="bc"]').waitFor();
  const box = await page.locator(".cayley").boundingBox();
  const [x, y] = [elements.indexOf("a"), elements.indexOf("c")];
  await page.locator(".cayley").click({ position: { x: ((y + 0.5) * box.width) / 40, y: ((x + 0.5) * box.height) / 40 } });
  await page.locator('[data-product="ac"]').waitFor();
  assert.match(await sheet.locator("figcaption").innerText(), /lost: it is in P/);
  await page.getByLabel("Φ(5) = c, genus 4^146").waitFor();
  assert.deepEqual(complaints, []);
  await page.close();
});

test("normal play has no quotient to show, and in Chinese it is named in Chinese", async () => {
  const { page } = await open("#/position?game=kayles&at=5+2");
  await page.locator(".banner").waitFor();
  assert.equal(await page.locator(".quotient").count(), 0);
  await page.evaluate(() => localStorage.setItem("bouton.lang", "zh"));
  await page.goto(page.url().replace(/#.*/, "#/position?game=kayles-misere&at=4"));
  await page.reload();
  await page.getByRole("button", { name: "显示反常商" }).click();
  await page.getByText("阶 40，其中必败 9 个").waitFor();
  await page.close();
});
