// Writes packages/contract/client-routes.json from the endpoint table: `npm run build:client`, after every change of a
// method, a path, an answer kind or the need of a key.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientRoutes } from "@fullcast/contract";

const path = join(import.meta.dirname, "../../packages/contract/client-routes.json");
writeFileSync(path, `${JSON.stringify(clientRoutes(), null, 2)}\n`);
console.log(`Wrote ${path}`);
