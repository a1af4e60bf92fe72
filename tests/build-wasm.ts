// `npm run build:wasm`: run it after a change of the WebAssembly text.

import { writeFileSync } from "node:fs";
import { assembledClipLevels, CLIP_LEVELS_MODULE } from "./assemble.ts";

writeFileSync(CLIP_LEVELS_MODULE, await assembledClipLevels());
