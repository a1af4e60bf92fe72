// A small book with a cover and front matter, for tests of imports in the browser.

import { epub, packageDocument, page } from "../../packages/server/reading/sample-books.ts";
import { PNG } from "../api/images.ts";

const DAY = "It rained all day long. ".repeat(20).trim();

/** An imprint and two chapters of 101 words. */
export const SAMPLE_EPUB = async (): Promise<Buffer> =>
  Buffer.from(
    await epub({
      "OPS/book.opf": packageDocument({
        metadata: "<dc:title>The Lamp</dc:title><dc:creator>Anna Wren</dc:creator><dc:language>en-GB</dc:language>",
        manifest: `<item id="n" href="nav.xhtml" properties="nav"/><item id="i" href="i.xhtml"/><item id="one" href="one.xhtml"/><item id="two" href="two.xhtml"/><item id="pic" href="cover.png" media-type="image/png" properties="cover-image"/>`,
        spine: `<spine><itemref idref="i"/><itemref idref="one"/><itemref idref="two"/></spine>`,
      }),
      "OPS/nav.xhtml": page(""),
      "OPS/i.xhtml": page("<p>Printed by Harbour Press.</p>").replace("<body>", `<body epub:type="copyright-page">`),
      "OPS/one.xhtml": page(`<h2>One</h2><p>${DAY}</p>`),
      "OPS/two.xhtml": page(`<h2>Two</h2><p>${DAY}</p>`),
      "OPS/cover.png": PNG,
    }),
  );
