import { faultFields } from "../log.ts";
import type { Services } from "../services.ts";

/** Has the engines describe themselves again, without waiting for it: a later request sees what has changed. */
export function refreshInBackground({ engines, log }: Pick<Services, "engines" | "log">): void {
  engines.refreshSoon().catch((error: unknown) => log.warn("engines not refreshed", faultFields(error)));
}
