import { openTestDatabase } from "../db/test-data-directory.ts";
import { catalogueBehaviour } from "./catalogue-behaviour.ts";

catalogueBehaviour(async (t) => (await openTestDatabase(t)).db);
