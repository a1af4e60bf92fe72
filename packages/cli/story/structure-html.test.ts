import assert from "node:assert/strict";
import { test } from "node:test";
import { structureText } from "@fullcast/core/structure";
import { structureHtml } from "./structure-html.ts";

const TEXT = `“Who opened the sluice?” said Anna.\n\n“Not I & not <b>you</b>,” said Tom.[1]\n\n[1] A note.`;

test("the report names speaker, confidence, method and candidates of each line", () => {
  const html = structureHtml("The mill", TEXT, structureText(TEXT));
  assert.match(html, /title="Anna, \d+ % sure by tag; candidates: Anna \d+ %/);
  assert.match(html, /<del title="not read: metadata">\[1\]<\/del>/);
  assert.match(html, /<html lang="en">/);
  assert.doesNotMatch(html, /<script|<link|src=|href=|url\(/);
});

test("nothing of the text or its names becomes markup", () => {
  const hostile = `“<script>alert(1)</script>"'>” said Anna.\u0000\u202e \ud800`;
  const structured = structureText(hostile);
  const named = {
    ...structured,
    characters: structured.characters.map((one) => ({
      ...one,
      name: `"><img src=x onerror=alert(1)>`,
      aliases: ["<i>"],
    })),
  };
  const html = structureHtml("</title><script>", hostile, named);
  assert.doesNotMatch(html, /<script|<img|<i>|\u0000|\u202e/);
  assert.equal(html.match(/<\/title>/g)?.length, 1);
  assert.ok(html.isWellFormed());
});
