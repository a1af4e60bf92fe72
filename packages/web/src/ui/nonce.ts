// The nonce of the page, for the parts that add style elements: scroll locks of dialogs, the editor.

import { setNonce } from "get-nonce";

/** Empty when the page has no policy, as in development. */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}

export function allowStylesOfParts(): void {
  const nonce = pageNonce();
  if (nonce !== "") setNonce(nonce);
}
