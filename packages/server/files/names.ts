// The names in the object store. A name that breaks these rules reaches no file and no request.

const SHA256 = /^[0-9a-f]{64}$/;
const KEPT_NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isHash = (sha256: string): boolean => SHA256.test(sha256);

/** @throws TypeError */
export function checkHash(sha256: string): void {
  if (!isHash(sha256)) throw new TypeError("Not a SHA-256 in lowercase hex.");
}

/** @throws TypeError */
export function checkKeptName(name: string): void {
  if (!isKeptName(name)) throw new TypeError("Not a UUID.");
}

export const isKeptName = (name: string): boolean => KEPT_NAME.test(name);
