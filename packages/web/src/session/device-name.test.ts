import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceName } from "./device-name.ts";

test("browsers that name others in their own name are told apart", () => {
  const names = [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "curl/8",
  ].map(deviceName);
  assert.deepEqual(names, ["Chrome on Android", "Safari on iPhone", "Edge on Windows", "Firefox on Linux", null]);
});
