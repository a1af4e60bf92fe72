// The addresses of the studio. What only one screen needs is loaded with it.

import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { Stories } from "./library/stories.tsx";
import { Shell } from "./shell/shell.tsx";

const root = createRootRoute({
  component: Shell,
  notFoundComponent: lazyRouteComponent(() => import("./shell/not-found.tsx"), "NotFound"),
});

const stories = createRoute({ getParentRoute: () => root, path: "/", component: Stories });
const newStory = createRoute({
  getParentRoute: () => root,
  path: "/new",
  component: lazyRouteComponent(() => import("./new-story/new-story.tsx"), "NewStory"),
});
const story = createRoute({
  getParentRoute: () => root,
  path: "/stories/$projectId",
  component: lazyRouteComponent(() => import("./story/story.tsx"), "Story"),
});
const loadChapter = () => import("./story/chapter.tsx");
const chapter = createRoute({
  getParentRoute: () => root,
  path: "/stories/$projectId/chapters/$sectionId",
  // The line that the script shows when it opens.
  validateSearch: ({ line }: { readonly line?: unknown }): { line?: string } =>
    typeof line === "string" ? { line } : {},
  component: lazyRouteComponent(loadChapter, "Chapter"),
});
const manuscript = createRoute({
  getParentRoute: () => root,
  path: "/stories/$projectId/check",
  component: lazyRouteComponent(() => import("./manuscript/manuscript.tsx"), "Manuscript"),
});
const certificate = createRoute({
  getParentRoute: () => root,
  path: "/stories/$projectId/certificate",
  component: lazyRouteComponent(() => import("./certificate/certificate.tsx"), "CertificateScreen"),
});
const sounds = createRoute({
  getParentRoute: () => root,
  path: "/sounds",
  component: lazyRouteComponent(() => import("./sounds/sounds.tsx"), "Sounds"),
});
const series = createRoute({
  getParentRoute: () => root,
  path: "/series",
  component: lazyRouteComponent(() => import("./series/series-screen.tsx"), "SeriesScreen"),
});
const account = createRoute({
  getParentRoute: () => root,
  path: "/account",
  component: lazyRouteComponent(() => import("./account/account.tsx"), "Account"),
});

/** The code of a chapter is loaded while the session is read. */
export function loadOpenedScreen(path: string): void {
  if (path.includes("/chapters/")) loadChapter().catch(() => undefined);
}

export function createAddresses() {
  return createRouter({
    routeTree: root.addChildren([stories, newStory, story, chapter, manuscript, certificate, sounds, series, account]),
    defaultPreload: "intent",
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAddresses>;
  }
}
