// The addresses below review links; they need no key.

import type { PublicRoute } from "../http/http.ts";
import type { SectionMixes } from "../listening/listening.ts";
import type { Services } from "../services.ts";
import {
  missingPage,
  mixedSection,
  mixRoutes,
  openFinishedFile,
  openSound,
  type PublicStory,
  sectionOf,
  storyOf,
  timelineOf,
} from "../sharing/sharing.ts";
import { openReview } from "./review-links.ts";
import { chapterPage, contentsPage, type ReviewPages } from "./review-page.ts";

type Pages = ReviewPages & Pick<Services, "clock" | "files" | "engines"> & { readonly mixes: SectionMixes };

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
      follows_edits: true,
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
      answer: async ({ params, language }) => contentsPage(await open(params.slug), language),
    },
    {
      path: chapter,
      refused: (_error, language) => missingPage(language),
      answer: async ({ params, language }) => {
        const { story, section } = await opened(params);
        return chapterPage(services, story, section, language);
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
      waits: true,
      answer: async ({ params }) => {
        const { story, section } = await opened(params);
        return { kind: "file", file: await openSound(services, story.link, section) };
      },
    },
    ...mixRoutes(services, chapter, async (params) => {
      const { story, section } = await opened(params);
      return mixedSection(story, section);
    }),
  ];
}
