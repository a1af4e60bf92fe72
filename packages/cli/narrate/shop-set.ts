// What a shop wants beside the chapters of an audiobook: a square cover and a report of what was checked.

import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { SHOP_IDS, SHOP_PROFILES, type ShopId } from "@fullcast/core/sound";
import { SHOP_COVER_EDGE, shopCover } from "@fullcast/server/shop-cover";
import { CliError } from "../cli-error.ts";
import { clock, fileSize } from "../terminal/amounts.ts";
import type { BookFacts } from "./book-data.ts";
import type { NarratedFile } from "./narrated-file.ts";
import { reportText, shopText } from "./store-check.ts";

/** @throws CliError (usage) */
export function shopNamed(name: string, option = "--shop"): ShopId {
  const shop = SHOP_IDS.find((one) => one === name);
  if (shop === undefined)
    throw new CliError("usage", `${option} ${name}: this shop is not known. Known: ${SHOP_IDS.join(", ")}.`);
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
  "Whether the shop has changed its rules since they were read. docs/shops.md has their sources.",
  "Whether title and author in the shop's form are the ones that the credits name.",
  "Whether you hold the audio rights of the text, the cover and every uploaded sound.",
];

/** The report of a whole set, as text for people. */
export function shopReport(
  shop: ShopId,
  title: string,
  files: readonly NarratedFile[],
  cover: { readonly name: string; readonly note: string },
): string {
  const { name } = SHOP_PROFILES[shop];
  const ready = files.every(({ report }) => report?.passed !== false);
  const isChecked = files.some(({ report }) => report?.passed != null);
  const parts = files.map(({ file, duration_ms, size_bytes, report }) => {
    const head = `${basename(file)}: ${clock(duration_ms)}, ${fileSize(size_bytes)}`;
    return report === undefined ? head : `${head}\n${reportText(report)}`;
  });
  return [
    `${title}: files for ${name}`,
    !isChecked
      ? "No rule of this shop about files is known, so nothing was measured."
      : ready
        ? "Every file meets the rules that can be measured."
        : "NOT READY: a file below does not meet a rule.",
    shopText(files.flatMap(({ report }) => report ?? [])),
    "",
    ...parts.flatMap((part) => [part, ""]),
    `${cover.name}: ${cover.note}`,
    "",
    "Not checked here:",
    ...NOT_CHECKED.map((line) => `  ${line}`),
    "",
  ].join("\n");
}
