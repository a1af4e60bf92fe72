// A QR code as SVG. Always dark on light, because cameras expect it, also in the dark look.

import { useMemo } from "react";
import { encode } from "uqr";
import styles from "./account.module.css";

/** Modules of free space around the code, as the standard asks for. */
const QUIET = 4;

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: "M", border: QUIET });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
    return { size, path: dark.join("") };
  }, [text]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
