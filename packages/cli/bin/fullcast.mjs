#!/usr/bin/env node
import { importOnNode24 } from "./on-node-24.mjs";

await importOnNode24(new URL("../main.ts", import.meta.url));
