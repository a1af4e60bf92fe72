const WEB_PAGE = /^\s*(?:<!doctype|<html|<\?xml|<head|<body)/i;

/** Whether an answer can be speech: a page, an error in JSON and nothing at all are not, whatever their status says. */
export function isSpeechBody(bytes: Uint8Array, contentType: string): boolean {
  if (bytes.length < 16) return false;
  if (/^text\/|\/(?:json|xml|problem\+json)$|\+json$/.test(contentType)) return false;
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, 64));
  return !WEB_PAGE.test(beginning) && !/^\s*[[{]\s*"/.test(beginning);
}
