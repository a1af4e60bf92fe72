import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import { drawCover, planCover } from "./draw-cover.ts";
import { drawSvg } from "./draw-svg.ts";
import { redrawImage } from "./image-file.ts";

const OWNER = { accountId: "one" };

/** Width and height in a PNG's header. */
const sizeOf = (png: Uint8Array) => {
  const bytes = Buffer.from(png);
  assert.equal(bytes.toString("latin1", 1, 4), "PNG");
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

const book = (title: string, author: string | null = "Ann Ash") => ({
  title,
  author,
  series: null,
  series_number: null,
});

test("a cover is drawn in both shapes, and drawing it again gives the same bytes", async () => {
  for (const [shape, size] of [
    ["portrait", [1600, 2400]],
    ["square", [1600, 1600]],
  ] as const) {
    const planned = planCover(book("The Salt Road"), shape);
    const [one, two] = [await drawCover(OWNER, planned), await drawCover(OWNER, planned)];
    assert.ok("png" in one && "png" in two);
    assert.deepEqual(sizeOf(one.png), size);
    assert.ok(Buffer.from(one.png).equals(two.png));
  }
});

test("only the fonts of the text's scripts are loaded; a text without a font leaves the picture alone", () => {
  const names = (title: string) => planCover(book(title, null), "square").fonts.map((path) => path.split("/").at(-1));
  assert.deepEqual(names("Tide"), ["eb-garamond-latin-500-normal.woff2", "eb-garamond-latin-400-italic.woff2"]);
  for (const [title, font] of [
    ["Преступление", "eb-garamond-cyrillic-500-normal"],
    ["紅樓夢", "noto-serif-sc"],
    ["ألف ليلة", "noto-naskh-arabic-arabic"],
    ["מלחמה", "noto-serif-hebrew-hebrew"],
  ] as const) {
    assert.ok(
      names(title).some((name) => name?.startsWith(font)),
      `${title}: ${names(title).join()}`,
    );
  }
  // Thai has no font here.
  assert.doesNotMatch(planCover(book("สี่แผ่นดิน", null), "square").svg, /<text/);
});

test("text in each script changes the picture", async () => {
  const pictures = new Set<string>();
  for (const title of ["i", "ж", "潮", "ש", "ل"]) {
    const planned = planCover(book(title, null), "square");
    // The background is the same, so only the title differs.
    const { svg } = planCover(book("", null), "square");
    const drawn = await drawCover(OWNER, {
      svg: svg.replace(/(<g [^>]*>)(<\/g>)/, (_, open, close) => {
        const text = /<text.*?<\/text>/.exec(planned.svg)?.[0] ?? assert.fail("no text");
        return open + text + close;
      }),
      fonts: planned.fonts,
    });
    assert.ok("png" in drawn);
    pictures.add(Buffer.from(drawn.png).toString("base64"));
  }
  const empty = await drawCover(OWNER, planCover(book("", null), "square"));
  assert.ok("png" in empty);
  pictures.add(Buffer.from(empty.png).toString("base64"));
  assert.equal(pictures.size, 6);
});

test("an SVG that is hostile, broken or huge is a fault, and a large one is made smaller", async () => {
  const draw = (svg: string) => drawSvg(OWNER, Buffer.from(svg), { mostEdge: 500 });
  const head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  const large = await draw(
    `${head} width="90000" height="45000"><rect width="90000" height="45000" fill="red"/></svg>`,
  );
  assert.ok("png" in large);
  assert.deepEqual(sizeOf(large.png), [500, 250]);
  for (const svg of ["", "<svg", "no picture", `${head} width="0" height="0"/>`]) {
    assert.ok("fault" in (await draw(svg)), svg);
  }
  const outside = await draw(
    `${head} width="9" height="9"><image width="9" height="9" xlink:href="file:///etc/passwd"/></svg>`,
  );
  assert.ok("png" in outside);
  const bomb = `${head} width="100" height="100"><defs><g id="a0"><rect width="9" height="9"/></g>${Array.from(
    { length: 30 },
    (_, i) => `<g id="a${i + 1}">${`<use xlink:href="#a${i}"/>`.repeat(10)}</g>`,
  ).join("")}</defs><use xlink:href="#a30"/></svg>`;
  assert.ok("fault" in (await draw(bomb)));
});

/** The colours of a PNG that opaquePng() made, three bytes a pixel. */
function coloursOf(png: Uint8Array): Buffer {
  const bytes = Buffer.from(png);
  const [width, height] = sizeOf(bytes) as [number, number];
  const start = bytes.indexOf("IDAT");
  const lines = inflateSync(bytes.subarray(start + 4, start + 4 + bytes.readUInt32BE(start - 4)));
  assert.equal(lines.length, (width * 3 + 1) * height);
  return Buffer.concat(
    Array.from({ length: height }, (_, y) => {
      assert.equal(lines[y * (width * 3 + 1)], 0, "a line without a filter");
      return lines.subarray(y * (width * 3 + 1) + 1, (y + 1) * (width * 3 + 1));
    }),
  );
}

test("the sky of strips has the colours of the gradient, at each size", async () => {
  for (const [shape, width] of [
    ["portrait", 1600],
    ["square", 2400],
    ["square", 300],
  ] as const) {
    const planned = planCover(book("The Salt Road"), shape, width);
    const gradient = await drawSvg(OWNER, Buffer.from(planned.svg), {
      mostEdge: 2400,
      fonts: planned.fonts,
      isOurs: true,
    });
    const strips = await drawCover(OWNER, planned);
    assert.ok("png" in gradient && "png" in strips);
    const [a, b] = [coloursOf(gradient.png), coloursOf(strips.png)];
    assert.equal(a.length, b.length);
    let most = 0;
    for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i]! - b[i]!));
    assert.ok(most <= 1, `${shape}, ${width} pixels: a channel differs by ${most}`);
  }
});

test("the PNG of a cover can be read by FFmpeg, and a transparent picture stays transparent", async () => {
  const files = { temporary: (extension: string) => join(tmpdir(), `fullcast-${randomUUID()}${extension}`) };
  const cover = await drawCover(OWNER, planCover(book("Tide"), "square", 300));
  assert.ok("png" in cover);
  assert.ok("jpeg" in (await redrawImage(files, OWNER, Buffer.from(cover.png), "image/png", 300)));

  const head = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">';
  const half = await drawSvg(OWNER, Buffer.from(`${head}<rect width="5" height="9" fill="red"/></svg>`), {
    mostEdge: 9,
  });
  assert.ok("png" in half);
  const COLOUR_TYPE = 25;
  assert.deepEqual([half.png[COLOUR_TYPE], cover.png[COLOUR_TYPE]], [6, 2], "with and without transparency");
});
