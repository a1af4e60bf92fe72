// The prepared database that a new installation starts from: an empty database with the schema, packed into one file.
// Initialising PostgreSQL takes seconds of processor time; unpacking takes a tenth of a second. Migrations that are newer than
// the template run as usual. Run `npm run build:database-template` before a release, and after an update of PGlite, whose
// version the template must match.

import { fileURLToPath } from "node:url";

export const TEMPLATE = fileURLToPath(new URL("./template.pack.zst", import.meta.url));
