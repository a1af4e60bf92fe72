import assert from "node:assert/strict";
import { test } from "node:test";
import { databaseHosts } from "./database-hosts.ts";

test("an address with one host stays as it is", () => {
  for (const url of [
    "postgres://user:pw@db:5432/fullcast",
    "postgresql://db/fullcast?sslmode=require&application_name=a%20b",
    "postgres:///fullcast?host=/var/run/postgresql",
    "postgres://u:p%40ss@[::1]:5433/x",
  ]) {
    assert.deepEqual(
      databaseHosts(url)?.map((host) => host.url),
      [url],
    );
  }
});

test("several hosts: an address for each, with its own port, without target_session_attrs", () => {
  assert.deepEqual(
    databaseHosts("postgres://u:p@a,b:5433,[::1]:5434/x?target_session_attrs=read-write&sslmode=require"),
    [
      { name: "a", url: "postgres://u:p@a/x?sslmode=require" },
      { name: "b:5433", url: "postgres://u:p@b:5433/x?sslmode=require" },
      { name: "[::1]:5434", url: "postgres://u:p@[::1]:5434/x?sslmode=require" },
    ],
  );
});

test("servers without writes, lists in the query, empty hosts and other schemes are refused", () => {
  for (const url of [
    "postgres://a,b/x?target_session_attrs=standby",
    "postgres://a/x?target_session_attrs=read-only",
    "postgres:///x?host=a,b",
    "postgres://a/x?port=1%2C2",
    "postgres://a,,b/x",
    "postgres://a:5432:1,b/x",
    "mysql://a/x",
    "fullcast",
  ]) {
    assert.equal(databaseHosts(url), null, url);
  }
});
