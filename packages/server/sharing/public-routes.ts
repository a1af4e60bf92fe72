import type { PublicRequest, PublicRoute } from "../http/http.ts";
import type { SectionMixes } from "../listening/listening.ts";
import type { Services } from "../services.ts";
import { manifestOf, oembedOf } from "./link-cards.ts";
import { podcastFeed } from "./podcast-feed.ts";
import { openFinishedFile, openSound, timelineOf } from "./public-audio.ts";
import { openCover } from "./public-cover.ts";
import { mixRoutes } from "./public-mix.ts";
import { embedPage, missingPage, sectionPage, storyPage } from "./public-page.ts";
import { mixedSection, openingsOf, openStory, sectionOf } from "./public-story.ts";
import { chaptersOf, transcriptOf } from "./public-texts.ts";
import { storyData } from "./story-data.ts";

/** The routes below public links; they need no key. */
export function publicRoutes(
  services: Pick<Services, "db" | "clock" | "files" | "engines" | "newId" | "publicUrl"> & {
    readonly listenScript: () => Promise<string | null>;
    readonly mixes: SectionMixes;
  },
): PublicRoute[] {
  const open = (slug: string | undefined) => openStory(services, slug ?? "");
  const refused: PublicRoute["refused"] = (_error, language) => missingPage(language);
  return [
    {
      path: "/s/:slug",
      refused,
      answer: async ({ params, language }) => storyPage(services, await open(params.slug), language),
    },
    {
      path: "/s/:slug/sections/:sectionId",
      refused,
      answer: async ({ params, language }) => {
        const story = await open(params.slug);
        return sectionPage(services, story, sectionOf(story, params.sectionId ?? ""), language);
      },
    },
    {
      path: "/s/:slug/embed",
      refused,
      answer: async ({ params, language }) => embedPage(services, await open(params.slug), language),
    },
    {
      path: "/s/:slug/oembed.json",
      answer: async ({ params }) => ({
        kind: "text",
        contentType: "application/json+oembed; charset=utf-8",
        text: oembedOf(services, await open(params.slug)),
      }),
    },
    {
      path: "/s/:slug/manifest.webmanifest",
      answer: async ({ params }) => ({
        kind: "text",
        contentType: "application/manifest+json; charset=utf-8",
        text: manifestOf(await open(params.slug)),
      }),
    },
    {
      path: "/s/:slug/sections/:sectionId/timeline.json",
      answer: async ({ params, query }) => {
        const story = await open(params.slug);
        const section = sectionOf(story, params.sectionId ?? "");
        return { kind: "data", data: await timelineOf(services, story.link, section, "narrator" in query) };
      },
    },
    {
      path: "/s/:slug/story.json",
      answer: async ({ params, requestId }) => ({
        kind: "text",
        contentType: "application/json; charset=utf-8",
        text: storyData(services, await open(params.slug), requestId),
      }),
    },
    {
      path: "/s/:slug/feed.xml",
      answer: async ({ params }) => {
        const story = await open(params.slug);
        const finished = story.sections.filter(({ file }) => file !== null);
        const text = podcastFeed(services, story, await openingsOf(services, finished));
        return { kind: "revalidated_text", contentType: "application/rss+xml; charset=utf-8", text };
      },
    },
    ...(["image/jpeg", "image/png"] as const).map((type) => ({
      path: `/s/:slug/cover.${type === "image/jpeg" ? "jpg" : "png"}`,
      answer: async ({ params }: PublicRequest) => ({
        kind: "file" as const,
        file: await openCover(services, await open(params.slug), type),
      }),
    })),
    {
      path: "/s/:slug/sections/:sectionId/transcript.vtt",
      answer: async ({ params }) => {
        const story = await open(params.slug);
        const text = await transcriptOf(services, story, sectionOf(story, params.sectionId ?? ""));
        return { kind: "revalidated_text", contentType: "text/vtt; charset=utf-8", text };
      },
    },
    {
      path: "/s/:slug/sections/:sectionId/chapters.json",
      answer: async ({ params }) => {
        const story = await open(params.slug);
        const text = await chaptersOf(services, story, sectionOf(story, params.sectionId ?? ""));
        return { kind: "revalidated_text", contentType: "application/json+chapters; charset=utf-8", text };
      },
    },
    {
      path: "/s/:slug/sections/:sectionId/audio.mp3",
      answer: async ({ params, query }) => {
        const story = await open(params.slug);
        const section = sectionOf(story, params.sectionId ?? "");
        return { kind: "file", file: await openFinishedFile(services, story.link, section, "download" in query) };
      },
    },
    {
      path: "/s/:slug/sections/:sectionId/sound.mp3",
      waits: true,
      answer: async ({ params }) => {
        const story = await open(params.slug);
        return { kind: "file", file: await openSound(services, story.link, sectionOf(story, params.sectionId ?? "")) };
      },
    },
    ...mixRoutes(services, "/s/:slug/sections/:sectionId", async ({ slug, sectionId = "" }) => {
      const story = await open(slug);
      return mixedSection(story, sectionOf(story, sectionId));
    }),
  ];
}
