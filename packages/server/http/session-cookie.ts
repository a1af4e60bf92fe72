// The cookie of a session: read from a request, written by an answer (RFC 6265).

const NAME = "fullcast_session";
const LONGEST_TOKEN = 128;

/** The session's token; null without one. A value that no token can have counts as none. */
export function sessionToken(cookies: string | undefined): string | null {
  for (const pair of cookies?.split(";") ?? []) {
    const [name, value = ""] = pair.trim().split("=", 2);
    if (name === NAME) return /^[\w-]+$/.test(value) && value.length <= LONGEST_TOKEN ? value : null;
  }
  return null;
}

/** A Set-Cookie that keeps the token; a token of null removes the cookie. */
export function sessionCookie(token: string | null, seconds: number, isHttps: boolean): string {
  const kept = token === null ? [`${NAME}=`, "Max-Age=0"] : [`${NAME}=${token}`, `Max-Age=${seconds}`];
  return [...kept, "Path=/", "HttpOnly", "SameSite=Strict", ...(isHttps ? ["Secure"] : [])].join("; ");
}
