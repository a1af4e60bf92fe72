// A self-signed certificate: X.509 version 3 (RFC 5280), written as DER.

import { generateKeyPairSync, sign } from "node:crypto";

const element = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), body]);
};
const sequence = (...parts: readonly Uint8Array[]) => element(0x30, ...parts);
const integer = (value: number) => element(0x02, Buffer.from([value]));
const time = (at: Date) =>
  element(
    0x17,
    Buffer.from(
      `${at
        .toISOString()
        .replaceAll(/[-:T]|\..*/g, "")
        .slice(2)}Z`,
    ),
  );

/** ecdsa-with-SHA256 (RFC 5758) and commonName (RFC 5280). */
const ALGORITHM = sequence(element(0x06, Buffer.from("2a8648ce3d040302", "hex")));
const COMMON_NAME = element(0x06, Buffer.from("550403", "hex"));
const DAY_MS = 86_400_000;

/** A key and a certificate for 127.0.0.1, PEM. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(element(0x31, sequence(COMMON_NAME, element(0x0c, Buffer.from("127.0.0.1")))));
  const now = Date.now();
  const body = sequence(
    element(0xa0, integer(2)),
    integer(1),
    ALGORITHM,
    name,
    sequence(time(new Date(now - DAY_MS)), time(new Date(now + DAY_MS))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", body, privateKey);
  const der = sequence(body, ALGORITHM, element(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}
