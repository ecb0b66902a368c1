// The words of the page in two languages. A phrase may hold places such as {n}, filled by `fill`.
import { en } from "./en";
import { zh } from "./zh";

export type Lang = "en" | "zh";
export type Words = { readonly [K in keyof typeof en]: string };

export function dictionary(lang: Lang): Words {
  return lang === "zh" ? zh : en;
}

/** Puts values into the places of a phrase. */
export function fill(phrase: string, values: Readonly<Record<string, string | number>>): string {
  return phrase.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : String(value);
  });
}
