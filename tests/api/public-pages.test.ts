// decisions.md, 9: the public page, its data, its feed and its audio.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import RssParser, { type ParserOptions } from "rss-parser";
import { PNG } from "./images.ts";
import { sharedAccount } from "./server.ts";
import {
  createAudio,
  createBook,
  createStory,
  exportStory,
  prepare,
  readDocument,
  spokenStory,
  studioMutation,
} from "./story.ts";

/** The elements of the podcast namespace, which rss-parser does not know by itself. */
const FEED_FIELDS = {
  customFields: {
    feed: [
      ["podcast:guid", "guid"],
      ["podcast:medium", "medium"],
    ],
    item: [
      ["podcast:transcript", "transcript"],
      ["podcast:chapters", "chapters"],
    ],
  },
} as unknown as ParserOptions<
  { guid?: string; medium?: string; language?: string },
  { transcript?: { $: { url: string; type: string } }; chapters?: { $: { url: string } } }
>;

const server = await sharedAccount();
const { client } = server;

const publication = (allow_download?: boolean) => ({
  schema_version: 1 as const,
  client_mutation_id: randomUUID(),
  // These tests make their files themselves.
  make_files: false,
  ...(allow_download === undefined ? {} : { allow_download }),
});
const publishSection = async (sectionId: string, allowDownload?: boolean) => {
  const { share_link } = await client.call("publishSection", {
    params: { sectionId },
    body: publication(allowDownload),
  });
  return share_link ?? assert.fail("nothing was published");
};
const publishProject = async (projectId: string) => {
  const { share_link } = await client.call("publishProject", { params: { projectId }, body: publication() });
  return share_link ?? assert.fail("nothing was published");
};
/** Without a key. */
const visit = (url: string, init: RequestInit = {}) =>
  server.request(url.startsWith("http") ? url : `${server.url}${url}`, { ...init, key: null });
const textOf = (answer: { readonly body: Buffer }) => answer.body.toString("utf8");

const story = await spokenStory(client, undefined, "The <Boat> & more");
const link = await publishSection(story.sectionId);

describe("the page of a section", () => {
  test("needs no key, has its title and the text with speaker names, and no inline scripts", async () => {
    const page = await visit(link.url);
    assert.equal(page.status, 200);
    assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
    const html = textOf(page);
    assert.match(html, /<h1 dir="auto">The &#60;Boat&#62; &#38; more<\/h1>/);
    assert.match(
      html,
      /<p dir="auto">The rain had not stopped for three days\. Mara counted the drops on the sill\.<\/p>/,
    );
    assert.match(html, /<span class="who who-\d+">Mara<\/span>&#34;Is the boat back\?&#34; asked Mara\./);
    const policy = page.headers.get("content-security-policy") ?? "";
    assert.match(policy, /^default-src 'none'; style-src 'sha256-\S+'; script-src 'self'; /);
    assert.doesNotMatch(policy, /unsafe|\*/);
    assert.equal(page.headers.get("referrer-policy"), "no-referrer");
    assert.equal(page.headers.get("x-content-type-options"), "nosniff");
    assert.equal(page.headers.get("cache-control"), "no-store");
    // Other programs need whole addresses: those of this server, in the head only.
    assert.doesNotMatch(html.slice(html.indexOf("<body")), /(?:src|href)="(?:https?:)?\/\//);
    assert.doesNotMatch(html, /<[^>]+\s(?:on\w+|style)=/);
    for (const secret of [story.projectId, server.key]) assert.ok(!html.includes(secret));
    const head = await visit(link.url, { method: "HEAD" });
    assert.deepEqual([head.status, head.body.length], [200, 0]);
  });
  test("without a finished file its mix is played by segments, which follow each other without a hole", async () => {
    assert.match(textOf(await visit(link.url)), /data-mix="\/s\/[^"]+\/mix\.json"/);
    const below = `/s/${link.slug}/sections/${story.sectionId}`;
    const { mix, segments, duration_ms, content_type } = (await visit(`${below}/mix.json`)).body.data;
    assert.equal(content_type, 'audio/mp4; codecs="mp4a.40.2"');
    assert.ok(segments.length > 2 && segments[0][1] < 5_000);
    let end = 0;
    for (const [start, duration] of segments) {
      assert.equal(start, end);
      end = start + duration;
    }
    assert.equal(end, duration_ms);
    const header = await visit(`${below}/mix/${mix}/header.mp4`);
    assert.equal(header.body.toString("latin1", 4, 8), "ftyp");
    for (const index of segments.keys()) {
      const segment = await visit(`${below}/mix/${mix}/${index}.m4s`);
      assert.deepEqual([segment.status, segment.body.toString("latin1", 4, 8)], [200, "moof"]);
      assert.equal(segment.headers.get("cache-control"), "private, no-cache");
    }
    for (const wrong of [`${mix}/${segments.length}.m4s`, `${"x".repeat(43)}/0.m4s`, `${mix}/..%2f0.m4s`]) {
      assert.equal((await visit(`${below}/mix/${wrong}`)).status, 404, wrong);
    }
    assert.equal((await visit(`${below}/audio.mp3`)).status, 404);
  });
  test("a line that its owner changes is left out at once, and the mix continues at the line after it", async () => {
    const changed = await spokenStory(client, undefined, "Changed");
    const shared = await publishSection(changed.sectionId);
    const below = `/s/${shared.slug}/sections/${changed.sectionId}`;
    const before = (await visit(`${below}/mix.json`)).body.data;
    const first = `${below}/mix/${before.mix}/0.m4s`;
    assert.equal((await visit(first)).status, 200);
    const { document } = await readDocument(client, changed.sectionId);
    const lines = document.blocks.filter(({ content }) => content.type === "text");
    const line = lines.find(({ content }) => content.type === "text" && /counted the drops/.test(content.text));
    assert.ok(line?.content.type === "text");
    await client.call("editDocument", {
      params: { sectionId: changed.sectionId },
      body: {
        ...studioMutation(),
        base_document_version: document.document_version,
        operations: [
          {
            op: "replace_block",
            block_id: line.id,
            base_block_version: line.block_version,
            set: { content: { ...line.content, text: "It had stopped.\n\n", annotations: [] } },
          },
        ],
      },
    });
    const after = (await visit(`${below}/mix.json?line=${line.id}`)).body.data;
    assert.notEqual(after.mix, before.mix);
    assert.ok(after.duration_ms < before.duration_ms);
    const next = lines[lines.indexOf(line) + 1];
    const { line_ms } = (await visit(`${below}/mix.json?line=${next?.id}`)).body.data;
    assert.deepEqual([typeof line_ms, after.line_ms], ["number", line_ms]);
    assert.equal((await visit(first)).status, 404);
    assert.equal((await visit(`${below}/mix/${after.mix}/0.m4s`)).status, 200);
  });
  test("a chapter with sounds has a second mix of the same takes without them, with every line at the same time", async () => {
    assert.doesNotMatch(textOf(await visit(link.url)), /data-voices/);
    const made = await createStory(client, "To be replaced.\n", "Sounding");
    const { document } = await readDocument(client, made.sectionId);
    await client.call("importScript", {
      params: { sectionId: made.sectionId },
      body: {
        ...studioMutation(),
        base_document_version: document.document_version,
        text: "[SFX: rain on glass, 2s, loop]\nNARRATOR: It rained.\nMARA: Is the boat back?\nTOM: Not yet.\n",
      },
    });
    await createAudio(client, made.projectId, made.sectionId);
    const shared = await publishSection(made.sectionId);
    const below = `/s/${shared.slug}/sections/${made.sectionId}`;
    assert.match(textOf(await visit(shared.url)), new RegExp(`data-voices="${below}/voices\\.json"`));
    const whole = (await visit(`${below}/mix.json`)).body.data;
    const voices = (await visit(`${below}/voices.json`)).body.data;
    assert.notEqual(voices.mix, whole.mix);
    assert.deepEqual({ ...voices, mix: null }, { ...whole, mix: null });
    const [sounding, plain] = [
      await visit(`${below}/mix/${whole.mix}/0.m4s`),
      await visit(`${below}/voices/${voices.mix}/0.m4s`),
    ];
    assert.deepEqual([sounding.status, plain.status], [200, 200]);
    assert.notDeepEqual(plain.body, sounding.body);
    assert.equal((await visit(`${below}/voices/${whole.mix}/0.m4s`)).status, 404);
    assert.match(textOf(await visit(`${below}/voices.m3u8`)), new RegExp(`^voices/${voices.mix}/0\\.m4s$`, "m"));
    await client.call("revokeSectionShare", { params: { sectionId: made.sectionId } });
    assert.equal((await visit(`${below}/voices.json`)).status, 404);
  });
  test("browsers that play HLS themselves get a playlist of the same segments", async () => {
    const below = `/s/${link.slug}/sections/${story.sectionId}`;
    const { segments } = (await visit(`${below}/mix.json`)).body.data;
    const playlist = await visit(`${below}/mix.m3u8`);
    assert.equal(playlist.headers.get("content-type"), "application/vnd.apple.mpegurl");
    const rows = textOf(playlist).split("\n");
    assert.deepEqual([rows[0], rows.at(-2)], ["#EXTM3U", "#EXT-X-ENDLIST"]);
    const addresses = rows.filter((row) => row !== "" && !row.startsWith("#"));
    assert.equal(addresses.length, segments.length);
    assert.equal((await visit(`${below}/${addresses[0]}`)).status, 200);
  });
  test("states what it is for programs that show links, and only its embedded form may be framed", async () => {
    const page = await visit(link.url);
    const html = textOf(page);
    assert.match(html, /<meta property="og:title" content="The &#60;Boat&#62; &#38; more">/);
    assert.match(html, /<meta property="og:image" content="http[^"]+cover\.png">/);
    assert.match(page.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
    const [, described = ""] = html.match(/type="application\/json\+oembed"[^>]*href="([^"]+)"/) ?? [];
    const oembed = JSON.parse(textOf(await visit(described)));
    assert.deepEqual([oembed.version, oembed.type, oembed.title], ["1.0", "rich", "The <Boat> & more"]);
    const [, frame = ""] = /src="([^"]+)"/.exec(oembed.html) ?? [];
    const embedded = await visit(frame);
    assert.match(embedded.headers.get("content-security-policy") ?? "", /frame-ancestors \*/);
    assert.match(textOf(embedded), /data-mix=/);
  });
  test("is written in the language that the browser asks for, and caches are informed of it", async () => {
    const inGerman = { headers: { "accept-language": "de-DE,de;q=0.9,en;q=0.8" } };
    for (const url of [link.url, `${link.url}/embed`]) {
      const page = await visit(url, inGerman);
      assert.match(textOf(page), /<html lang="de">/);
      assert.equal(page.headers.get("content-language"), "de");
      assert.deepEqual(page.headers.get("vary")?.split(", ").sort(), ["accept-encoding", "accept-language"]);
    }
    assert.match(textOf(await visit(link.url, inGerman)), />Zum Text springen</);
    const other = await visit(link.url, { headers: { "accept-language": "fr" } });
    assert.match(textOf(other), /<html lang="en">[\s\S]*>Skip to the text</);
    assert.equal(other.headers.get("content-language"), "en");
    const missing = await visit("/s/not-a-slug", inGerman);
    assert.deepEqual([missing.status, missing.headers.get("content-language")], [404, "de"]);
    assert.match(textOf(missing), /Hier ist nichts/);
  });
  test("has the words of a section with their times", async () => {
    const { body } = await visit(`/s/${link.slug}/sections/${story.sectionId}/timeline.json`);
    const { words } = body.data;
    assert.ok(words.length > 20);
    assert.ok(words.every((word: { start_ms: number; end_ms: number }) => word.end_ms >= word.start_ms));
  });
  test("plays the newest finished MP3 of the section as it stands; only with allow_download is it offered to be kept", async () => {
    const spoken = await spokenStory(client, '"One," said Ann.\n\nTwo.\n', "Numbers");
    const exported = await exportStory(client, spoken, "mp3");
    const shared = await publishSection(spoken.sectionId);
    const source = `/s/${shared.slug}/sections/${spoken.sectionId}/audio.mp3`;
    // Without script as with it: the sound without its tag, which a browser plays sooner.
    const played = source.replace("audio.mp3", "sound.mp3");
    assert.match(textOf(await visit(shared.url)), new RegExp(`<audio controls [^>]*src="${played}"`));
    const audio = await visit(source);
    assert.deepEqual(
      [audio.status, audio.headers.get("content-type"), audio.body.length, audio.headers.get("content-disposition")],
      [200, "audio/mpeg", exported.artifact?.size_bytes, "inline"],
    );
    // Players get the sound without its tag.
    assert.equal(audio.body.toString("latin1", 0, 3), "ID3");
    const sound = await visit(played);
    assert.deepEqual([sound.status, sound.body[0]], [200, 0xff]);
    assert.ok(audio.body.subarray(-sound.body.length).equals(sound.body));
    const part = await visit(played, { headers: { range: "bytes=100-199" } });
    assert.deepEqual([part.status, part.body], [206, sound.body.subarray(100, 200)]);
    assert.doesNotMatch(textOf(await visit(shared.url)), /download/i);
    assert.equal((await visit(`${source}?download`)).status, 404);
    await publishSection(spoken.sectionId, true);
    assert.match(textOf(await visit(shared.url)), new RegExp(`href="${source.replaceAll(".", "\\.")}\\?download"`));
    const kept = await visit(`${source}?download`);
    assert.match(kept.headers.get("content-disposition") ?? "", /^attachment; filename="Numbers\.mp3"/);
    // The same section with another cast: the file is one of before.
    const { speakers, speaker_registry_version } = await client.call("listSpeakers", {
      params: { projectId: spoken.projectId },
    });
    await client.call("castSpeaker", {
      params: { projectId: spoken.projectId, speakerId: speakers[0]!.id },
      body: {
        schema_version: 1,
        actor_session_id: randomUUID(),
        client_mutation_id: randomUUID(),
        base_speaker_registry_version: speaker_registry_version,
        voice_id: null,
      },
    });
    assert.equal((await visit(source)).status, 404);
  });
});

describe("story.json", () => {
  test("has the page's content in the envelope", async () => {
    const { status, body } = await visit(`${link.url}/story.json`);
    assert.equal(status, 200);
    const { sections, ...rest } = body.data;
    assert.deepEqual(rest, {
      schema_version: 1,
      kind: "section",
      title: "The <Boat> & more",
      author: null,
      language: null,
      description: null,
      cover_url: `${link.url}/cover.png`,
      url: link.url,
      feed_url: null,
      allow_download: false,
      narration: {
        kind: "machine",
        source_type: "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia",
        recorded_lines: 0,
        statement: "All voices in this recording are synthetic.",
      },
    });
    assert.equal(sections.length, 1);
    assert.deepEqual(sections[0].paragraphs[2], [
      { speaker: "Mara", text: '"Is the boat back?" ' },
      { speaker: null, text: "asked Mara." },
    ]);
    const words = sections[0].paragraphs
      .flat()
      .map((run: { text: string }) => run.text)
      .join("");
    assert.equal(words.replace(/\s/g, ""), story.text.replace(/\s/g, ""));
  });
});

describe("a project", () => {
  test("shows its chapters in order with what is finished in a podcast feed", async () => {
    const book = await createBook(client, '"First," said Ann.\n', "Second & last.\n");
    const [first, second] = book.sectionIds as [string, string];
    await prepare(client, book.projectId, first, second);
    await createAudio(client, book.projectId, first, second);
    const exported = await exportStory(client, { projectId: book.projectId, sectionId: first }, "mp3");
    const shared = await publishProject(book.projectId);
    const html = textOf(await visit(shared.url));
    assert.ok(html.indexOf("Chapter 1") < html.indexOf("Chapter 2") && html.includes("Second &#38; last."));
    const chapter = textOf(await visit(`/s/${shared.slug}/sections/${second}`));
    assert.ok(chapter.includes("Second &#38; last.") && !chapter.includes("&#34;First,&#34;"));
    const feed = await visit(`${shared.url}/feed.xml`);
    assert.equal(feed.headers.get("content-type"), "application/rss+xml; charset=utf-8");
    const xml = textOf(feed);
    assert.match(xml, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0"/);
    assert.equal([...xml.matchAll(/<item>/g)].length, 1);
    const [, url = "", length] = /<enclosure url="([^"]+)" length="(\d+)" type="audio\/mpeg"\/>/.exec(xml) ?? [];
    assert.equal(Number(length), exported.artifact?.size_bytes);
    assert.equal((await visit(url)).body.length, Number(length));
    assert.match(xml, /<itunes:duration>\d+<\/itunes:duration>/);
    const { sections, cover_url } = (await visit(`${shared.url}/story.json`)).body.data;
    assert.match(cover_url, /\/cover\.png$/);
    assert.deepEqual(
      sections.map((section: { title: string; audio: unknown }) => [section.title, section.audio !== null]),
      [
        ["Chapter 1", true],
        ["Chapter 2", false],
      ],
    );
  });
  test("has a feed that podcast programs read: book data, cover, transcript, chapters, a stable GUID, an ETag", async () => {
    const book = await createBook(client, '"First," said Ann. The tide was out.\n');
    const { projectId } = book;
    const [sectionId = ""] = book.sectionIds;
    await prepare(client, projectId, sectionId);
    await createAudio(client, projectId, sectionId);
    await exportStory(client, { projectId, sectionId }, "mp3");
    const stated = "Alle Stimmen dieser Aufnahme sind synthetisch.";
    const about = { title: "Der Kahn", author: "Ann <Ash>", language: "de", description: "Ein Kahn & drei Stimmen." };
    await client.call("changeBook", { params: { projectId }, body: { schema_version: 1, ...about } });
    const shared = await publishProject(projectId);
    const feedOf = async (url: string) => {
      const answer = await visit(`${url}/feed.xml`);
      return { answer, feed: await new RssParser(FEED_FIELDS).parseString(textOf(answer)) };
    };
    const { answer, feed } = await feedOf(shared.url);
    assert.deepEqual(
      [feed.title, feed.itunes?.author, feed.language, feed.description, feed.medium],
      [about.title, about.author, about.language, `${about.description}\n\n${stated}`, "audiobook"],
    );
    assert.equal(feed.image?.url, feed.itunes?.image);
    const [item] = feed.items;
    assert.deepEqual([item?.guid, item?.content], [sectionId, '"First," said Ann. The tide was out.']);
    const cover = await visit(feed.image?.url ?? "");
    assert.deepEqual([cover.status, cover.headers.get("content-type")], [200, "image/png"]);
    assert.deepEqual([cover.body.readUInt32BE(16), cover.body.readUInt32BE(20)], [1600, 1600]);
    const transcript = await visit(item?.transcript?.$.url ?? "");
    assert.deepEqual(
      [item?.transcript?.$.type, transcript.headers.get("content-type")],
      ["text/vtt", "text/vtt; charset=utf-8"],
    );
    assert.match(textOf(transcript), /^WEBVTT\n\n1\n00:00:0\S+ --> \S+\n<v Ann>"First,"/);
    const chapters = await visit(item?.chapters?.$.url ?? "");
    const list = JSON.parse(textOf(chapters)) as { version: string; chapters: { startTime: number; title: string }[] };
    assert.deepEqual([list.version, list.chapters[0]?.startTime], ["1.2.0", 0]);
    // Unchanged: 304. Published again: another address, the same GUIDs.
    const etag = answer.headers.get("etag") ?? "";
    assert.equal((await visit(`${shared.url}/feed.xml`, { headers: { "if-none-match": etag } })).status, 304);
    await client.call("changeBook", { params: { projectId }, body: { schema_version: 1, author: "Tom" } });
    assert.equal((await visit(`${shared.url}/feed.xml`, { headers: { "if-none-match": etag } })).status, 200);
    await client.call("revokeProjectShare", { params: { projectId } });
    const again = await publishProject(projectId);
    const { feed: later } = await feedOf(again.url);
    assert.notEqual(again.slug, shared.slug);
    assert.deepEqual([later.guid, later.items[0]?.guid], [feed.guid, sectionId]);
    assert.match(feed.guid ?? "", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const html = textOf(await visit(again.url));
    assert.ok(html.includes("Ein Kahn &#38; drei Stimmen.") && html.includes('<main id="text" lang="de">'));
    // A given picture is shown as a square JPEG.
    await client.call("putBookCover", {
      params: { projectId },
      upload: { contentType: "image/png", bytes: new Uint8Array(PNG) },
    });
    const { feed: pictured } = await feedOf(again.url);
    assert.match(pictured.image?.url ?? "", /cover\.jpg$/);
    const picture = await visit(pictured.image?.url ?? "");
    assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/jpeg"]);
    assert.equal((await visit(`${again.url}/cover.png`)).status, 404);
    for (const path of ["cover.jpg", `sections/${sectionId}/transcript.vtt`, `sections/${sectionId}/chapters.json`]) {
      assert.equal((await visit(`${shared.url}/${path}`)).status, 404, path);
    }
  });
  test("longer than a page shows its contents, each chapter on a page of its own", async () => {
    const book = await createBook(client, `${"Long words. ".repeat(17_000)}\n`, "Short.\n");
    const shared = await publishProject(book.projectId);
    const html = textOf(await visit(shared.url));
    assert.ok(!html.includes("Long words.") && html.includes(`/s/${shared.slug}/sections/${book.sectionIds[0]}`));
    const chapter = textOf(await visit(`/s/${shared.slug}/sections/${book.sectionIds[0]}`));
    assert.ok(chapter.includes("Long words."));
  });
  test("without chapters is a page all the same, and a section has no feed", async () => {
    const { projectId } = await createBook(client);
    const shared = await publishProject(projectId);
    assert.match(textOf(await visit(shared.url)), /There are no chapters yet/);
    assert.equal((await visit(`${shared.url}/feed.xml`)).status, 200);
    assert.equal((await visit(`${link.url}/feed.xml`)).status, 404);
  });
});

describe("resources that are not shared", () => {
  test("is 404: unknown slugs, other sections, other segments; pages say so as pages, data in the envelope", async () => {
    const other = await createStory(client, "A secret.");
    for (const path of ["", "/story.json", "/feed.xml"]) {
      for (const slug of ["x", "a".repeat(22), `${link.slug}a`, other.sectionId, "%00", "..%2f"]) {
        assert.equal((await visit(`/s/${slug}${path}`)).status, 404, slug);
      }
    }
    const page = await visit(`/s/${"a".repeat(22)}`);
    assert.match(textOf(page), /<h1>There is nothing here<\/h1>/);
    for (const path of [
      `/sections/${other.sectionId}/mix.json`,
      `/sections/${other.sectionId}/mix.m3u8`,
      `/sections/${other.sectionId}/mix/x/header.mp4`,
      `/sections/${other.sectionId}/audio.mp3`,
      `/sections/${story.sectionId}/mix/x/0.m4s`,
      `/sections/${story.sectionId}/mix/x/x`,
      "/story.xml",
    ]) {
      const { status, body } = await visit(`/s/${link.slug}${path}`);
      assert.deepEqual([status, body.error.code], [404, "NOT_FOUND"], path);
    }
    assert.equal((await visit(`/s/${link.slug}/sections/${other.sectionId}`)).status, 404);
  });
  test("after a revocation the page, its data and its audio are gone at once", async () => {
    const spoken = await spokenStory(client, '"One," said Ann.\n', "Numbers");
    await exportStory(client, spoken, "mp3");
    const shared = await publishSection(spoken.sectionId);
    const places = [
      shared.url,
      `${shared.url}/story.json`,
      `/s/${shared.slug}/sections/${spoken.sectionId}`,
      `/s/${shared.slug}/sections/${spoken.sectionId}/audio.mp3`,
      `/s/${shared.slug}/sections/${spoken.sectionId}/mix.json`,
    ];
    const { mix } = (await visit(places[4]!)).body.data;
    places.push(`/s/${shared.slug}/sections/${spoken.sectionId}/mix/${mix}/0.m4s`);
    for (const place of places) assert.equal((await visit(place)).status, 200, place);
    const { etag } = Object.fromEntries((await visit(places[3]!)).headers);
    await client.call("revokeSectionShare", { params: { sectionId: spoken.sectionId } });
    for (const place of places) assert.equal((await visit(place)).status, 404, place);
    assert.equal((await visit(places[3]!, { headers: { "if-none-match": etag! } })).status, 404);
    const again = await publishSection(spoken.sectionId);
    assert.equal((await visit(again.url)).status, 200);
    assert.equal((await visit(shared.url)).status, 404);
  });
  test("pages are only read", async () => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      assert.equal((await visit(link.url, { method })).status, 404);
    }
  });
});
