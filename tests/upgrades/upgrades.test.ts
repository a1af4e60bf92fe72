// This version opens the embedded database of every release that has a fixture. On PostgreSQL: tests/postgres/upgrades.test.ts.

import { upgradeBehaviour } from "./check-upgrade.ts";

upgradeBehaviour("embedded", async () => null);
