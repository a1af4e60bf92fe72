// The texts that only the webhooks of Account need. They are loaded with the part that shows them, not with the first screen.

import type { webhooks as english } from "./en/webhooks.ts";
import { language } from "./i18n.ts";

export type WebhookTexts = typeof english;

/** In the chosen language, which is known before any part is loaded. */
export const { webhooks: webhookTexts }: { readonly webhooks: WebhookTexts } =
  language === "de" ? await import("./de/webhooks.ts") : await import("./en/webhooks.ts");
