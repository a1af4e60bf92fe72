// Audiobookshelf's API, as far as a delivery needs it: its libraries, and the request to scan one. Written after its API
// documentation (api.audiobookshelf.org, "Libraries") and server/controllers/LibraryController.js. Only the token of an
// administrator may scan.

import { CliError } from "../cli-error.ts";
import { boundedAnswer } from "../connection/bounded-answer.ts";
import { printable } from "../terminal/text-table.ts";

/** The environment variable that holds the token; an argument would be visible to other users of the machine. */
export const TOKEN_VARIABLE = "AUDIOBOOKSHELF_TOKEN";

const ANSWER_WITHIN_MS = 20_000;
const MOST_BYTES = 4 * 1024 * 1024;

export interface Library {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
}

export interface Audiobookshelf {
  /** With a slash at the end. */
  readonly address: URL;
  readonly token: string;
}

/** @throws CliError (usage) for an address or a token that cannot be used */
export function audiobookshelfAt(address: string, token: string | undefined): Audiobookshelf {
  const url = URL.parse(address.endsWith("/") ? address : `${address}/`);
  if (url === null || !/^https?:$/u.test(url.protocol) || url.username !== "" || url.search !== "" || url.hash !== "")
    throw new CliError("usage", `--audiobookshelf ${address}: an address such as http://127.0.0.1:13378 is expected.`);
  if (token === undefined || !/^[\x21-\x7e]+$/u.test(token))
    throw new CliError(
      "usage",
      `--audiobookshelf: put the token of an administrator of Audiobookshelf into the environment variable ${TOKEN_VARIABLE} (its page "Users" or "API Keys" shows it).`,
    );
  return { address: url, token };
}

/**
 * The library that a delivery is for: the one with this name or id; without a name the only one for books.
 * @throws CliError when there is none, or several are possible
 */
export async function findLibrary(
  shelf: Audiobookshelf,
  given: string | undefined,
  signal: AbortSignal,
): Promise<Library> {
  const answer = await requested(shelf, "GET", "api/libraries", signal);
  const libraries = librariesIn(answer);
  if (libraries === null) throw fault(shelf, "its answer is not a list of libraries");
  const books = libraries.filter(({ mediaType }) => mediaType === "book");
  const found = books.filter(({ id, name }) => given === undefined || name === given || id === given);
  const [library] = found;
  if (library !== undefined && found.length === 1) return library;
  const names = books.map(({ name }) => `“${printable(name)}”`).join(", ");
  const has = names === "" ? "has no library for books" : `has these libraries for books: ${names}`;
  const wanted = given === undefined ? "name one with --library" : `there is no single one named “${printable(given)}”`;
  throw fault(shelf, `it ${has}${names === "" && given === undefined ? "" : `; ${wanted}`}`);
}

/** Requests a scan, which then continues in Audiobookshelf. @throws CliError */
export async function requestScan(shelf: Audiobookshelf, library: Library, signal: AbortSignal): Promise<void> {
  await requested(shelf, "POST", `api/libraries/${encodeURIComponent(library.id)}/scan`, signal);
}

async function requested(
  shelf: Audiobookshelf,
  method: "GET" | "POST",
  path: string,
  signal: AbortSignal,
): Promise<string> {
  const { address, token } = shelf;
  try {
    const response = await fetch(new URL(path, address), {
      method,
      headers: { authorization: `Bearer ${token}`, accept: "application/json" },
      // The token goes to no other address.
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    const body = await boundedAnswer(response, MOST_BYTES);
    if (body === null) throw fault(shelf, "its answer has more than 4 MiB");
    if (response.ok) return body.toString("utf8");
    throw fault(shelf, REFUSALS[response.status] ?? `it answers ${response.status}`);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CliError) throw error;
    const why = error instanceof Error && error.name === "TimeoutError" ? "it does not answer" : "it cannot be reached";
    throw fault(shelf, why);
  }
}

const REFUSALS: Readonly<Record<number, string>> = {
  301: "it redirects; give the address it redirects to",
  302: "it redirects; give the address it redirects to",
  307: "it redirects; give the address it redirects to",
  308: "it redirects; give the address it redirects to",
  401: `it refuses the token in ${TOKEN_VARIABLE}`,
  403: `the token in ${TOKEN_VARIABLE} is not that of an administrator`,
  404: "it answers 404; is this the address of Audiobookshelf?",
};

/** Null when the text is not a list of libraries. */
function librariesIn(text: string): readonly Library[] | null {
  try {
    const { libraries } = JSON.parse(text) as { readonly libraries: readonly Record<string, unknown>[] };
    return libraries.map(({ id, name, mediaType }) => {
      if (typeof id !== "string" || typeof name !== "string" || typeof mediaType !== "string") throw new TypeError();
      return { id, name, mediaType };
    });
  } catch {
    return null;
  }
}

const fault = ({ address }: Audiobookshelf, why: string): CliError =>
  new CliError("failed", `Audiobookshelf at ${address.origin}: ${why}.`);
