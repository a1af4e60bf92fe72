// What a shop wants beside the chapters of an audiobook: a square cover and a report of what was checked.

import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { SHOP_COVER_EDGE, shopCover } from "@fullcast/server/shop-cover";
import { CliError } from "../cli-error.ts";
import { clock, fileSize } from "../terminal/amounts.ts";
import type { BookFacts } from "./book-data.ts";
import type { NarratedFile } from "./narrated-file.ts";
import { reportText } from "./store-check.ts";

export const SHOPS = ["acx"] as const;
export type Shop = (typeof SHOPS)[number];

/** @throws CliError (usage) */
export function shopNamed(name: string, option = "--shop"): Shop {
  const shop = SHOPS.find((one) => one === name);
  if (shop === undefined)
    throw new CliError("usage", `${option} ${name}: this shop is not known. Known: ${SHOPS.join(", ")}.`);
  return shop;
}

/** Writes the cover into the folder. @returns its name and what is on it. @throws CliError when it cannot be drawn */
export async function writeShopCover(folder: string, title: string, { author, details, cover }: BookFacts) {
  const { series, series_number } = details;
  const made = await shopCover({ title, author, series, series_number }, cover);
  if (made === null) throw new CliError("failed", "The cover for the shop cannot be drawn; run the command again.");
  const name = `Cover.${made.extension}`;
  await writeFile(join(folder, name), made.bytes);
  const what = made.isGiven ? "the given picture" : "drawn from title and author";
  return { name, note: `${SHOP_COVER_EDGE} × ${SHOP_COVER_EDGE} pixels, ${what}, ${fileSize(made.bytes.length)}` };
}

/** What no measurement of the files shows. */
const NOT_CHECKED = [
  "ACX accepts narration by synthetic voices only in programs of its own. Read its current terms before you upload.",
  "Whether title and author in the shop's form are the ones that the credits name.",
  "Whether you hold the audio rights of the text, the cover and every uploaded sound.",
];

/** The report of a whole set, as text for people. */
export function shopReport(
  title: string,
  files: readonly NarratedFile[],
  cover: { readonly name: string; readonly note: string },
): string {
  const ready = files.every(({ report }) => report?.passed === true);
  const parts = files.map(({ file, duration_ms, size_bytes, report }) => {
    const head = `${basename(file)}: ${clock(duration_ms)}, ${fileSize(size_bytes)}`;
    return report === undefined ? head : `${head}\n${reportText(report)}`;
  });
  return [
    `${title}: files for ACX`,
    ready ? "Every file meets the rules that can be measured." : "NOT READY: a file below does not meet a rule.",
    "",
    ...parts.flatMap((part) => [part, ""]),
    `${cover.name}: ${cover.note}`,
    "",
    "Not checked here:",
    ...NOT_CHECKED.map((line) => `  ${line}`),
    "",
  ].join("\n");
}
