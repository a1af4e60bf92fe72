// The prepared database that a new installation starts from: an empty database with the schema, packed into one file.
// Initialising PostgreSQL takes seconds of processor time; unpacking takes a tenth of one. Migrations that are newer than
// the template run as always. `npm run build:database-template` makes the file anew: after an update of PGlite, whose
// version the template must match, and before a release.

import { fileURLToPath } from "node:url";

export const TEMPLATE = fileURLToPath(new URL("./template.pack.zst", import.meta.url));
