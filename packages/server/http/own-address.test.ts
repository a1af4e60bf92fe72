import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isHttps, isOwnHost, isOwnOrigin, type OwnAddresses, pageBase } from "./own-address.ts";

const LISTENED = ["192.168.1.5", "fd00::5"];
const ownAddresses = fc.record({
  publicUrl: fc.constantFrom(
    null,
    "https://audio.example.org",
    "https://audio.example.org:8443/cast",
    "http://cast.lan",
  ),
  listened: fc.constantFrom([], LISTENED),
});
const port = fc.option(fc.integer({ min: 1, max: 65_535 }).map(String), { nil: null });
const ownNames = ["localhost", "127.0.0.1", "127.8.9.10", "[::1]", ...LISTENED.slice(0, 1), "[fd00::5]"];
const names = fc.oneof(
  fc.constantFrom(...ownNames, "audio.example.org", "cast.lan", "evil.example", "127.0.0.1.evil.example", "128.0.0.1"),
  fc.constantFrom("localhost.evil.example", "xlocalhost", "[::2]", "127.0.0.256", "127.1", "2130706433", "0.0.0.0", ""),
  fc.domain(),
  fc.ipV4(),
);
const hosts = fc.tuple(names, port).map(([name, given]) => (given === null ? name : `${name}:${given}`));
const schemes = fc.constantFrom("http", "https");

/** The names and ports by another way: the platform's parser of URLs. */
function expectedHost(host: string, own: OwnAddresses): boolean {
  const url = URL.parse(`http://${host}`);
  // The parser reads short forms of IPv4 too. No browser sends them.
  if (url === null || host === "" || !host.toLowerCase().startsWith(url.hostname)) return false;
  const bare = url.hostname.replace(/^\[|\]$/g, "");
  if (bare === "localhost" || bare === "::1" || /^127\.\d+\.\d+\.\d+$/.test(bare)) return true;
  if (own.listened.includes(bare)) return true;
  if (own.publicUrl === null) return false;
  const own443 = new URL(own.publicUrl);
  return own443.host === new URL(`${own443.protocol}//${host}`).host;
}

test("Host is own when it is loopback, an address that is listened on, or the public URL's", () => {
  fc.assert(
    fc.property(hosts, ownAddresses, (host, own) => {
      assert.equal(isOwnHost(host, own), expectedHost(host, own), host);
    }),
    { numRuns: 3_000 },
  );
});

test("an invalid host is never own", () => {
  const own: OwnAddresses = { publicUrl: "https://audio.example.org", listened: LISTENED };
  assert.equal(isOwnHost(undefined, own), false);
  for (const host of [
    "",
    ":80",
    "localhost:",
    "localhost:0",
    "localhost:99999999",
    "a@localhost",
    "localhost/",
    "[::1",
    "::1",
  ])
    assert.equal(isOwnHost(host, own), false, host);
  fc.assert(
    fc.property(fc.string(), (junk) => {
      if (isOwnHost(junk, own)) assert.ok(expectedHost(junk, own), junk);
    }),
  );
});

test("an accepted Origin is the public URL's, or names scheme and Host as they are; every change of it is refused", () => {
  fc.assert(
    fc.property(hosts, schemes, ownAddresses, fc.nat(), (host, scheme, own, place) => {
      const page = URL.parse(`${scheme}://${host}`);
      if (page === null) return;
      const isReached = expectedHost(host, { ...own, publicUrl: null });
      assert.equal(
        isOwnOrigin({ host, origin: page.origin, scheme }, own),
        isReached || page.origin === publicOrigin(own),
      );
      if (own.publicUrl !== null) assert.ok(isOwnOrigin({ host, origin: publicOrigin(own), scheme }, own));
      const at = place % page.origin.length;
      const changed = `${page.origin.slice(0, at)}x${page.origin.slice(at + 1)}`;
      const others = [undefined, "null", "", `${page.origin}/`, `${page.origin}.evil.example`, changed];
      for (const origin of others) {
        if (origin === page.origin || origin === publicOrigin(own)) continue;
        assert.equal(isOwnOrigin({ host, origin, scheme }, own), false, `${origin} at ${host}`);
      }
    }),
    { numRuns: 2_000 },
  );
});

const publicOrigin = (own: OwnAddresses) => (own.publicUrl === null ? undefined : new URL(own.publicUrl).origin);

test("another port, scheme or name of loopback is another origin", () => {
  const own: OwnAddresses = { publicUrl: null, listened: [] };
  const at = (origin: string) => isOwnOrigin({ host: "127.0.0.1:7411", origin, scheme: "http" }, own);
  assert.equal(at("http://127.0.0.1:7411"), true);
  for (const origin of ["http://127.0.0.1:8000", "https://127.0.0.1:7411", "http://localhost:7411", "http://127.0.0.1"])
    assert.equal(at(origin), false, origin);
});

test("a cookie is Secure when the browser speaks https: to this server, or to a proxy that has the public URL", () => {
  const own: OwnAddresses = { publicUrl: "https://audio.example.org", listened: [] };
  const loopback = { host: "127.0.0.1:7411", origin: "http://127.0.0.1:7411", scheme: "http" };
  assert.equal(isHttps(loopback, own), false);
  assert.equal(isHttps({ ...loopback, scheme: "https" }, own), true);
  assert.equal(isHttps({ ...loopback, host: "audio.example.org" }, own), true);
  assert.equal(isHttps({ ...loopback, origin: "https://audio.example.org" }, own), true);
  assert.equal(isHttps({ ...loopback, host: "cast.lan" }, { ...own, publicUrl: "http://cast.lan" }), false);
});

test("addresses for a page begin with its own origin; for pages of the public URL with that", () => {
  const own: OwnAddresses = { publicUrl: "https://audio.example.org/cast", listened: ["192.168.1.5"] };
  const at = (host: string, more: { origin?: string; referer?: string } = {}) =>
    pageBase({ host, origin: more.origin, referer: more.referer, scheme: "http" }, own);
  assert.equal(at("localhost:7411"), "http://localhost:7411");
  assert.equal(at("192.168.1.5:7411", { referer: "http://192.168.1.5:7411/account" }), "http://192.168.1.5:7411");
  assert.equal(at("audio.example.org"), own.publicUrl);
  // A proxy that replaces Host: the page's own statements decide.
  assert.equal(at("127.0.0.1:7411", { origin: "https://audio.example.org" }), own.publicUrl);
  assert.equal(at("127.0.0.1:7411", { referer: "https://audio.example.org/cast/sounds" }), own.publicUrl);
  assert.equal(at("127.0.0.1:7411", { origin: "https://evil.example", referer: "nonsense" }), "http://127.0.0.1:7411");
});
