import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sessionCookie, sessionToken } from "./session-cookie.ts";

test("a token that was written is read again, whatever other cookies there are", () => {
  const token = fc.base64String({ minLength: 1, maxLength: 64 }).map((text) => `fs_${text.replace(/[+/=]/g, "-")}`);
  const other = fc.stringMatching(/^[a-z]{1,8}=[\w%"]{0,12}$/);
  fc.assert(
    fc.property(token, fc.array(other), fc.array(other), (value, before, after) => {
      const [pair = ""] = sessionCookie(value, 60, false).split("; ");
      assert.equal(sessionToken([...before, pair, ...after].join("; ")), value);
      assert.equal(sessionToken([...before, ...after].join("; ")), null);
    }),
  );
});

test("a cookie that no session wrote counts as none", () => {
  for (const cookies of [undefined, "", "fullcast_session=", "fullcast_session", "xfullcast_session=fs_a"])
    assert.equal(sessionToken(cookies), null, cookies);
  assert.equal(sessionToken(`fullcast_session=${"a".repeat(500)}`), null);
  assert.equal(sessionToken('fullcast_session="; drop'), null);
});

test("the cookie is out of reach of scripts and other sites, and is Secure on https", () => {
  const kept = "fullcast_session=fs_a; Max-Age=60; Path=/; HttpOnly; SameSite=Strict";
  assert.equal(sessionCookie("fs_a", 60, false), kept);
  assert.equal(sessionCookie("fs_a", 60, true), `${kept}; Secure`);
  assert.equal(sessionCookie(null, 0, false), "fullcast_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict");
});
