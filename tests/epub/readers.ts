// Reading programs in Debian's Chromium: foliate-js plays the media overlays of a book, epub.js shows its pages.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { after } from "node:test";
import type { Page } from "playwright-core";
import { launchChromium } from "../browser/launch.ts";

const browser = await launchChromium({ args: ["--autoplay-policy=no-user-gesture-required"] });
after(() => browser.close());

const { resolve } = createRequire(import.meta.url);
const LIBRARIES: Readonly<Record<string, string>> = {
  foliate: dirname(resolve("foliate-js/view.js")),
  epubjs: join(dirname(dirname(resolve("epubjs"))), "dist"),
  jszip: join(dirname(dirname(resolve("jszip"))), "dist"),
};

/** foliate-js 1.0.1 assigns where it should compare, and so it never lights an element of the first page of a book. */
const mended = (library: string, script: string): string =>
  library === "foliate"
    ? script.replace("find(x => x.index = resolved.index)", "find(x => x.index === resolved.index)")
    : script;

/** A page with the scripts of the libraries beside it, and the book as `/book.epub`. */
async function pageWith(book: Buffer, head: string): Promise<{ readonly page: Page; readonly faults: string[] }> {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  await page.route("**/*", async (route) => {
    const { hostname, pathname } = new URL(route.request().url());
    if (hostname !== "reader.test") return route.abort();
    if (pathname === "/") {
      const html = `<!DOCTYPE html><link rel="icon" href="data:,"><style>html, body, foliate-view { display: block; height: 100%; }</style>${head}<div id="area"></div>`;
      return route.fulfill({ contentType: "text/html", body: html });
    }
    if (pathname === "/book.epub") return route.fulfill({ contentType: "application/epub+zip", body: book });
    const [, library = "", ...rest] = pathname.split("/");
    const path = join(LIBRARIES[library] ?? "", ...rest);
    if (LIBRARIES[library] === undefined || !existsSync(path)) {
      faults.push(pathname);
      return route.fulfill({ status: 404 });
    }
    const contentType = extname(path) === ".js" ? "text/javascript" : "text/html";
    return route.fulfill({ contentType, body: mended(library, readFileSync(path, "utf8")) });
  });
  await page.goto("http://reader.test/");
  return { page, faults };
}

interface Lit {
  /** The path in the book, and the id behind #. */
  readonly text: string;
  readonly begin: number;
  readonly end: number;
  /** The second of the audio, and the audio's path in the book. */
  readonly at: number;
  readonly audio: string;
}

export interface Played {
  /** What the player lights, in order. */
  readonly lit: readonly Lit[];
  /** The ids of the elements that got the class of the book, in order. */
  readonly classed: readonly string[];
  readonly sections: readonly string[];
}

/** foliate-js plays the overlays of a book from its first page to its last one. */
export async function playedByFoliate(book: Buffer): Promise<Played> {
  const { page, faults } = await pageWith(book, "");
  await page.evaluate(`(async () => {
    await import("/foliate/view.js");
    const view = document.createElement("foliate-view");
    document.body.append(view);
    const result = { lit: [], classed: [], sections: [] };
    window.played = result;
    window.isOver = false;
    view.addEventListener("load", ({ detail: { doc } }) => {
      new MutationObserver((changes) => {
        for (const { target, oldValue } of changes) {
          const name = view.book.media.activeClass;
          if (target.classList.contains(name) && !(oldValue ?? "").split(" ").includes(name)) result.classed.push(target.id);
        }
      }).observe(doc, { subtree: true, attributeFilter: ["class"], attributeOldValue: true });
    });
    let audio;
    window.Audio = class extends Audio { constructor(url) { super(url); audio = this; } };
    await view.open(new File([await (await fetch("/book.epub")).blob()], "book.epub"));
    await view.renderer.next();
    const { book, mediaOverlay } = view;
    if (mediaOverlay === undefined) throw new Error("foliate-js finds no overlay");
    result.sections = book.sections.map(({ id }) => id);
    let source = "";
    const load = book.loadBlob.bind(book);
    book.loadBlob = (path, ...rest) => { source = path; return load(path, ...rest); };
    mediaOverlay.addEventListener("highlight", ({ detail: { text, begin, end } }) =>
      result.lit.push({ text, begin, end, at: audio.currentTime, audio: source }));
    mediaOverlay.addEventListener("error", ({ detail }) => console.error(String(detail)));
    const start = mediaOverlay.start;
    // foliate-js turns the page and looks for the first elements before the page is loaded: here it is turned before.
    mediaOverlay.start = async function (index, ...rest) {
      if (book.sections[index] === undefined) window.isOver = true;
      else if (book.sections[index].mediaOverlay) await view.renderer.goTo({ index });
      return start.call(this, index, ...rest);
    };
    await mediaOverlay.start(0);
  })()`);
  await page.waitForFunction("window.isOver", undefined, { timeout: 120_000, polling: 100 });
  const played = (await page.evaluate("window.played")) as Played;
  await page.close();
  assert.deepEqual(faults, []);
  return played;
}

/** epub.js shows each page of a book: the ids of the elements that overlays name, page by page, and those of them that the page has not. */
export async function shownByEpubJs(
  book: Buffer,
  fragments: ReadonlyMap<string, readonly string[]>,
): Promise<{ readonly shown: readonly string[]; readonly missing: readonly string[] }> {
  const { page, faults } = await pageWith(
    book,
    `<script src="/jszip/jszip.min.js"></script><script src="/epubjs/epub.js"></script>`,
  );
  const result = (await page.evaluate(`(async () => {
    const wanted = new Map(${JSON.stringify([...fragments])});
    const book = ePub(await (await fetch("/book.epub")).arrayBuffer());
    await book.opened;
    await book.ready;
    const rendition = book.renderTo("area", { width: 600, height: 800, allowScriptedContent: true });
    const [shown, missing] = [[], []];
    for (const { href } of book.spine.spineItems) {
      await rendition.display(href);
      const path = decodeURIComponent(book.resolve(href)).slice(1);
      shown.push(path);
      const [{ document }] = rendition.getContents();
      for (const id of wanted.get(path) ?? []) {
        if (!document.getElementById(id)?.textContent) missing.push(path + "#" + id);
      }
    }
    return { shown, missing };
  })()`)) as { shown: string[]; missing: string[] };
  await page.close();
  assert.deepEqual(faults, []);
  return result;
}
