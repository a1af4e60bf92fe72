// The allowed Host and Origin of a request with a cookie. A page of another site can make a browser send requests with the
// cookie. It cannot choose the Origin header, and a name that it points at this machine (DNS rebinding) appears in Host.
// Pure.

export interface OwnAddresses {
  /** Where clients reach the server, such as "https://audio.example.org"; null when it is not set. */
  readonly publicUrl: string | null;
  /** Names and IP addresses beside loopback that the server listens on, lower case, IPv6 without brackets. */
  readonly listened: readonly string[];
}

interface HostParts {
  /** Lower case, IPv6 without brackets. */
  readonly name: string;
  /** Null: the scheme's own. */
  readonly port: string | null;
}

/** Host = name or address, and a port (RFC 9110, section 7.2). Browsers write no leading zeros and no empty port. */
const HOST = /^(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?))(?::([1-9]\d{0,4}))?$/;

function readHost(host: string | undefined): HostParts | null {
  const [, ipv6, name, port = null] = HOST.exec(host?.toLowerCase() ?? "") ?? [];
  const found = ipv6 ?? name;
  return found === undefined ? null : { name: found, port };
}

const LOOPBACK_IPV4 = /^127(?:\.(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])){3}$/;
const isLoopback = (name: string) => name === "localhost" || name === "::1" || LOOPBACK_IPV4.test(name);

const DEFAULT_PORTS: { readonly [scheme: string]: string } = { "http:": "80", "https:": "443" };

/** Whether Host names this server: loopback, an address that it listens on (any port), or the public URL's host and port. */
export function isOwnHost(host: string | undefined, own: OwnAddresses): boolean {
  const parts = readHost(host);
  if (parts === null) return false;
  return isLoopback(parts.name) || own.listened.includes(parts.name) || isPublicHost(parts, own.publicUrl);
}

function isPublicHost({ name, port }: HostParts, publicUrl: string | null): boolean {
  if (publicUrl === null) return false;
  const { protocol, hostname, port: publicPort } = new URL(publicUrl);
  const standard = DEFAULT_PORTS[protocol];
  return name === hostname.replace(/^\[|\]$/g, "") && (port ?? standard) === (publicPort || standard);
}

export interface Arrival {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** The address of the page that asks. Browsers state it within this server (Referrer-Policy same-origin). */
  readonly referer?: string | undefined;
  /** "http" or "https", as the client speaks it. */
  readonly scheme: string;
}

/**
 * Whether Origin is this server's own: that of the public URL, or on loopback and addresses that the server listens on
 * scheme and Host as they are. A missing Origin and "null" never are.
 */
export function isOwnOrigin({ host, origin, scheme }: Arrival, own: OwnAddresses): boolean {
  if (origin === undefined) return false;
  if (own.publicUrl !== null && origin === new URL(own.publicUrl).origin) return true;
  const parts = readHost(host);
  if (parts === null || !(isLoopback(parts.name) || own.listened.includes(parts.name))) return false;
  const name = parts.name.includes(":") ? `[${parts.name}]` : parts.name;
  const port = parts.port === null || parts.port === DEFAULT_PORTS[`${scheme}:`] ? "" : `:${parts.port}`;
  return origin === `${scheme}://${name}${port}`;
}

/**
 * The base of this server's addresses for the requesting page: the public URL for its pages, otherwise the page's origin.
 * The caller has checked Host.
 */
export function pageBase({ host, origin, referer, scheme }: Arrival, own: OwnAddresses): string {
  const named = [origin, URL.parse(referer ?? "")?.origin].find((one) =>
    isOwnOrigin({ host, origin: one, scheme }, own),
  );
  const parts = readHost(host);
  const isPublic = named === undefined && parts !== null && isPublicHost(parts, own.publicUrl);
  if (own.publicUrl !== null && (isPublic || named === new URL(own.publicUrl).origin)) return own.publicUrl;
  return named ?? `${scheme}://${host?.toLowerCase()}`;
}

/** Whether the browser speaks https to the server, also where a proxy ends it unannounced. */
export function isHttps({ host, origin, scheme }: Arrival, { publicUrl }: OwnAddresses): boolean {
  if (scheme === "https") return true;
  if (publicUrl === null || !publicUrl.startsWith("https:")) return false;
  const parts = readHost(host);
  return origin === new URL(publicUrl).origin || (parts !== null && isPublicHost(parts, publicUrl));
}
