// How Vite builds the studio. The configuration is code, so that no file of Vite's own conventions has to be found.

import { dirname, join } from "node:path";
import type { InlineConfig } from "vite";

/** The server replaces this in index.html by the nonce of each answer. */
export const NONCE_PLACEHOLDER = "FULLCAST_NONCE";

const EVERY_SCREEN =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store|react-query|query-core))[\\/]/;

/** Small parts of ours that every screen needs. The player of public pages uses none of them. */
const FRAME =
  /[\\/]src[\\/](shell[\\/]screen|ui[\\/](announce|icons|last-outside|nonce|notice|field|use-phone)|session[\\/]session-state)\b[^\\/]*$/;

export function studioConfig(outDir: string): InlineConfig {
  const root = dirname(import.meta.dirname);
  return {
    root,
    configFile: false,
    envDir: false,
    // Warnings are about "use client" lines of libraries, which mean nothing here. Errors end the build.
    logLevel: "error",
    publicDir: "public",
    html: { cspNonce: NONCE_PLACEHOLDER },
    build: {
      outDir,
      emptyOutDir: true,
      target: "baseline-widely-available",
      // The policy of the page forbids data: URLs.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      sourcemap: false,
      // The studio, the player of public pages, and the page of guests; the server's own HTML loads the last two.
      rolldownOptions: {
        input: {
          index: join(root, "index.html"),
          listen: join(root, "src/listen/listen.ts"),
          guest: join(root, "src/guest/guest.ts"),
        },
        // What every screen needs is one file: each file of its own costs a request with its headers.
        output: {
          codeSplitting: {
            groups: [
              // Of all entries that load parts later. In another file it would bring that file to the public page.
              { name: "later", test: /preload-helper/, priority: 2 },
              { name: "base", test: EVERY_SCREEN },
              { name: "frame", test: FRAME },
            ],
          },
        },
      },
    },
  };
}

/**
 * The service worker of public pages: one file without imports, as every browser takes it. Its name is fixed, because browsers
 * look for its next version under the same address.
 */
export function workerConfig(outDir: string): InlineConfig {
  const config = studioConfig(outDir);
  return {
    ...config,
    publicDir: false,
    build: {
      ...config.build,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(dirname(import.meta.dirname), "src/listen/offline-worker.ts"),
        output: { format: "iife", entryFileNames: "[name].js" },
      },
    },
  };
}
