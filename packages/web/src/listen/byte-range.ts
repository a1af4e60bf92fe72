// One byte range of a Range header (RFC 9110, section 14.1.2). A service worker answers with it from a kept file.

export interface ByteRange {
  readonly start: number;
  /** The last byte, included. */
  readonly end: number;
}

/** Null: answer the whole file, as for several ranges. "unsatisfiable": answer 416. */
export function byteRange(header: string | null, size: number): ByteRange | null | "unsatisfiable" {
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") {
    const suffix = Number(last);
    return suffix === 0 || size === 0 ? "unsatisfiable" : { start: Math.max(0, size - suffix), end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
