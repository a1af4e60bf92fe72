// Which addresses the studio answers. The shell finds out in the browser what an address shows.

import { ApiError } from "@fullcast/contract";
import type { PublicAnswer, PublicRoute } from "../http/http.ts";
import { faultFields, type Log } from "../log.ts";
import { type BuiltFiles, NONCE_PLACEHOLDER, readBuiltFiles } from "./built-files.ts";
import { unbuiltPage } from "./unbuilt-page.ts";

export interface Studio {
  /** Builds the studio if needed and reads it, once; after a failure the next call tries again. */
  files(): Promise<BuiltFiles>;
}

/** @param build makes the built studio and returns its folder */
export function studioFiles(
  build: () => Promise<{ readonly directory: string }>,
  { log }: { readonly log: Log },
): Studio {
  let reading: Promise<BuiltFiles> | null = null;
  const read = async () => readBuiltFiles((await build()).directory);
  return {
    files() {
      reading ??= read().catch((error: unknown) => {
        reading = null;
        log.error("the studio could not be built", faultFields(error));
        throw error;
      });
      return reading;
    },
  };
}

/** The address of the player of public pages, or of the script for guests; null when the studio cannot be built. */
export async function scriptOf(studio: Studio, name: "listen" | "guest"): Promise<string | null> {
  const files = await studio.files().catch(() => null);
  const found = [...(files?.parts.keys() ?? [])].find(
    (path) => path.startsWith(`/assets/${name}-`) && path.endsWith(".js"),
  );
  return found ?? null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SCREENS = ["/", "/new", "/sounds", "/series", "/account"];

/** The studio's addresses, then every other path: a built part, or a page that says that there is nothing. */
export function studioRoutes(studio: Studio): readonly PublicRoute[] {
  const shell = (status: 200 | 404) => async (): Promise<PublicAnswer> => {
    const files = await studio.files().catch(() => null);
    if (files === null) return unbuiltPage();
    return { kind: "app", status, html: (nonce) => files.shell.replaceAll(NONCE_PLACEHOLDER, nonce) };
  };
  return [
    ...SCREENS.map((path): PublicRoute => ({ path, answer: shell(200) })),
    ...[
      "/stories/:projectId",
      "/stories/:projectId/check",
      "/stories/:projectId/certificate",
      "/stories/:projectId/chapters/:sectionId",
    ].map(
      (path): PublicRoute => ({
        path,
        answer: ({ params }) => shell(Object.values(params).every((id) => UUID.test(id)) ? 200 : 404)(),
      }),
    ),
    {
      path: "/*",
      answer: async ({ path, wantsPage }) => {
        // Another version of the interface is not a page.
        if (/^\/v\d+(?:\/|$)/.test(path)) throw new ApiError("NOT_FOUND");
        const isName = /\.\w+$/.test(path);
        const part = isName ? (await studio.files().catch(() => null))?.parts.get(path) : undefined;
        if (part !== undefined) return { kind: "part", part };
        if (isName || !wantsPage) throw new ApiError("NOT_FOUND");
        return shell(404)();
      },
    },
  ];
}
