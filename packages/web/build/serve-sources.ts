// Serves the studio from its sources while they are being written: node serve-sources.ts [port]. The API is that of a
// running server (FULLCAST_URL, else http://127.0.0.1:7411). With FULLCAST_KEY every request carries that key, so that no
// session is needed.

import { createServer } from "vite";
import { studioConfig } from "./vite-config.ts";

const DEFAULT_PORT = 7412;
const target = process.env.FULLCAST_URL ?? "http://127.0.0.1:7411";
const key = process.env.FULLCAST_KEY;
const server = await createServer({
  ...studioConfig("unused"),
  appType: "spa",
  server: {
    host: "127.0.0.1",
    port: Number(process.argv[2] ?? DEFAULT_PORT),
    strictPort: true,
    proxy: {
      "^/(v1|docs|s|favicon.ico)(/|$)": {
        target,
        ...(key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }),
      },
    },
  },
});
await server.listen();
server.printUrls();
