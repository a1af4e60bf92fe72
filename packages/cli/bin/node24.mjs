#!/usr/bin/env node
// node24 <script> [arguments]: runs a TypeScript script of this repository with Node 24, whatever Node started npm.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { importOnNode24 } from "./on-node-24.mjs";

const script = process.argv[2];
if (script === undefined) {
  console.error("usage: node24 <script> [arguments]");
  process.exit(2);
}
const url = pathToFileURL(resolve(script));
// The script gets its own arguments only; an older Node forwards all arguments unchanged.
if (Number(process.versions.node.split(".")[0]) >= 24) process.argv.splice(1, 1);
await importOnNode24(url);
