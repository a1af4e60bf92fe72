// The parts of CommonMark that the contract's descriptions use: paragraphs, lists and code. Never text of a client.

import { escapeMarkup } from "../http/http.ts";

export function markup(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((part) => {
      const lines = part.split("\n");
      if (!lines.every((line) => line.startsWith("- "))) return `<p>${words(part)}</p>`;
      return `<ul>${lines.map((line) => `<li>${words(line.slice(2))}</li>`).join("")}</ul>`;
    })
    .join("\n");
}

/** Code between backticks; the rest as it is. */
export function words(text: string): string {
  return text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? `<code>${escapeMarkup(part)}</code>` : escapeMarkup(part)))
    .join("");
}
