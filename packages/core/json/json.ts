// JSON as one exact text. The lowest room of core: it imports nothing, every other room may import it.

export { canonicalJson } from "./canonical-json.ts";
