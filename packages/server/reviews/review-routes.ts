// The pages of a review link, written on the server: the chapters, and a page for each chapter with its lines.

import { blockWindows } from "../documents/documents.ts";
import { escapeMarkup, inline, type PublicAnswer, type PublicRoute } from "../http/http.ts";
import type { SectionMixes } from "../listening/listening.ts";
import type { Services } from "../services.ts";
import {
  head,
  missingPage,
  mixRoutes,
  openFinishedFile,
  openSound,
  PAGE_STYLE,
  type PublicSection,
  type PublicStory,
  player,
  sectionOf,
  storyOf,
  timelineOf,
} from "../sharing/sharing.ts";
import { lineText, openReview } from "./review-links.ts";

const style = inline(PAGE_STYLE);

/** Moves one form below the line whose button was pressed, and sends what is written there. */
const COMMENTS = inline(`
const form = document.querySelector("#comment");
const state = document.querySelector("#state");
let block = "";
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-block]");
  if (button === null) return;
  block = button.dataset.block;
  button.closest("section").append(form);
  form.hidden = false;
  state.textContent = "";
  form.elements.namedItem("said").focus();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = form.elements.namedItem("said");
  const send = form.querySelector("button");
  send.disabled = true;
  try {
    const answer = await fetch("/v1/reviews/" + form.dataset.slug + "/comments", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ section_id: form.dataset.section, block_id: block, name: form.elements.namedItem("who").value, text: said.value }),
    });
    state.textContent = answer.ok ? "The comment was sent." : "The comment was not sent. The link may be closed or full, or the line may have changed.";
    if (answer.ok) said.value = "";
  } catch {
    state.textContent = "The comment was not sent. The server did not answer.";
  }
  send.disabled = false;
});
`);
const script = { text: "", source: `'self' ${COMMENTS.source}` };

type Pages = Pick<Services, "db" | "clock" | "files" | "engines"> & {
  /** The address of the player; null when it cannot be built. */
  readonly listenScript: () => Promise<string | null>;
  readonly mixes: SectionMixes;
};

/** The routes below review links; they need no key. */
export function reviewRoutes(services: Pages): PublicRoute[] {
  const open = async (slug = ""): Promise<PublicStory> => {
    const { id, account_id, project_id, created_at } = await openReview(services, slug);
    return storyOf(services, {
      id,
      account_id,
      kind: "project",
      project_id,
      section_id: null,
      slug,
      allow_download: false,
      created_at,
      revoked_at: null,
    });
  };
  const chapter = "/r/:slug/sections/:sectionId";
  const opened = async ({ slug, sectionId = "" }: { readonly [name: string]: string }) => {
    const story = await open(slug);
    return { story, section: sectionOf(story, sectionId) };
  };
  return [
    {
      path: "/r/:slug",
      refused: (_error, language) => missingPage(language),
      answer: async ({ params }) => page(contents(await open(params.slug))),
    },
    {
      path: chapter,
      refused: (_error, language) => missingPage(language),
      answer: async ({ params }) => {
        const { story, section } = await opened(params);
        return page(lines(services, story, section));
      },
    },
    {
      path: `${chapter}/timeline.json`,
      answer: async ({ params }) => {
        const { story, section } = await opened(params);
        return { kind: "data", data: await timelineOf(services, story.link, section) };
      },
    },
    {
      path: `${chapter}/audio.mp3`,
      answer: async ({ params }) => {
        const { story, section } = await opened(params);
        return { kind: "file", file: await openFinishedFile(services, story.link, section, false) };
      },
    },
    {
      path: `${chapter}/sound.mp3`,
      answer: async ({ params }) => {
        const { story, section } = await opened(params);
        return { kind: "file", file: await openSound(services, story.link, section) };
      },
    },
    ...mixRoutes(services, chapter, async (params) => {
      const { story, section } = await opened(params);
      const { id, document_version } = section.row;
      return { accountId: story.link.account_id, sectionId: id, version: document_version };
    }),
  ];
}

/** Addresses of the public page as addresses of this link. */
const below = ({ link }: PublicStory, text: string) => text.replaceAll(`/s/${link.slug}/`, `/r/${link.slug}/`);

const page = (html: string | AsyncIterable<string>): PublicAnswer => ({
  kind: "page",
  status: 200,
  html,
  style,
  script,
});

function contents(story: PublicStory): string {
  const chapters = story.sections.map(
    ({ row, title }) =>
      `<li><a href="/r/${story.link.slug}/sections/${row.id}" dir="auto">${escapeMarkup(title)}</a></li>`,
  );
  return [
    ...head(story.title),
    `<header><h1 dir="auto">${escapeMarkup(story.title)}</h1>`,
    "<p>Open a chapter to read it, listen to it and comment on its lines.</p></header>",
    `<nav aria-label="Chapters"><ol>${chapters.join("")}</ol></nav><main></main></body></html>`,
  ].join("");
}

async function* lines(services: Pages, story: PublicStory, section: PublicSection): AsyncGenerator<string> {
  const { slug } = story.link;
  yield* head(`${section.title} – ${story.title}`);
  yield `<header><h1 dir="auto">${escapeMarkup(section.title)}</h1><p><a href="/r/${slug}" dir="auto">${escapeMarkup(story.title)}</a></p></header><main>`;
  // The player looks for the text beside its box.
  yield `<article>${below(story, player(story, section))}`;
  for await (const blocks of blockWindows(services, section.row.id)) {
    for (const block of blocks) {
      const text = lineText(block);
      if (text === "") continue;
      const speaker = block.speaker_id === null ? undefined : story.speakers.get(block.speaker_id);
      const who = speaker === undefined ? "" : `<span class="who">${escapeMarkup(speaker)}</span>`;
      yield `<section><p dir="auto">${who}${escapeMarkup(text)}</p><p><button type="button" data-block="${block.id}">Comment</button></p></section>`;
    }
  }
  yield `</article><form id="comment" data-slug="${slug}" data-section="${section.row.id}" hidden>`;
  yield '<p><label>Your name <input name="who" maxlength="60" required autocomplete="name"></label></p>';
  yield '<p><label>Comment<br><textarea name="said" maxlength="2000" rows="4" cols="40" required></textarea></label></p>';
  yield '<p><button type="submit">Send</button></p><p id="state" role="status"></p></form></main>';
  const address = await services.listenScript();
  yield `<script type="module">${COMMENTS.text}</script>`;
  if (address !== null) yield `<script type="module" src="${address}"></script>`;
  yield "</body></html>";
}
