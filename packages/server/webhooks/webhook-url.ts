// Which URLs a webhook may have. Pure; the addresses behind a name are checked at each delivery.

import { isIP } from "node:net";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

const MOST_CHARACTERS = 2048;

/**
 * Reads the URL of a webhook: https, or http on loopback; without a user, a password and a fragment.
 * @param allowPrivate whether loopback and private addresses are allowed
 * @returns null when the URL is refused
 */
export function readWebhookUrl(text: string, allowPrivate: boolean): URL | null {
  if (text.length > MOST_CHARACTERS || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || url.hash !== "") return null;
  const host = hostOf(url);
  const local = host === "localhost" || isLoopbackAddress(host);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && local)) return null;
  if (allowPrivate) return url;
  return local || (isIP(host) !== 0 && !isPublicAddress(host)) ? null : url;
}

/** The name or address of a URL, IPv6 without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");
