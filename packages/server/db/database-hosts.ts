// Addresses of PostgreSQL with several hosts, as libpq writes them: postgres://user:password@a:5432,b:5433/database. Pure.

export interface DatabaseHost {
  /** The host and its port, for messages; without user and password. */
  readonly name: string;
  /** The address of this host alone. */
  readonly url: string;
}

export type DatabaseHosts = readonly [DatabaseHost, ...DatabaseHost[]];

/** The service writes, so only a server that takes writes is a choice. */
const WRITABLE = new Set(["any", "read-write", "primary"]);

/** The hosts in their order. Null when the address is not understood, or asks for a server that takes no writes. */
export function databaseHosts(address: string): DatabaseHosts | null {
  const parts = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)([^?#]*)(?:\?([^#]*))?$/.exec(address);
  if (parts === null) return null;
  const [, scheme = "", user = "", hosts = "", path = "", query = ""] = parts;
  const options = query === "" ? [] : query.split("&");
  const optionOf = (name: string) => options.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  // pg takes one host here, and these would hide the hosts of the address.
  if (["host", "port"].some((name) => /,|%2c/i.test(optionOf(name) ?? ""))) return null;
  const attributes = optionOf("target_session_attrs");
  if (attributes !== null && !WRITABLE.has(attributes)) return null;
  const others = options.filter((one) => !one.startsWith("target_session_attrs=")).join("&");
  const names = hosts.split(",");
  if (names.length > 1 && names.includes("")) return null;
  const found = names.map((name) => ({
    name,
    url: `${scheme}${user}${name}${path}${others === "" ? "" : `?${others}`}`,
  }));
  return found.every(({ url }) => URL.parse(url) !== null) ? (found as [DatabaseHost, ...DatabaseHost[]]) : null;
}
