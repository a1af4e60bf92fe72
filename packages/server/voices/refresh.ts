import { faultFields } from "../log.ts";
import type { Services } from "../services.ts";

/** Requests new descriptions of the engines without waiting for them. A later request shows changes. */
export function refreshInBackground({ engines, log }: Pick<Services, "engines" | "log">): void {
  engines.refreshSoon().catch((error: unknown) => log.warn("engines not refreshed", faultFields(error)));
}
