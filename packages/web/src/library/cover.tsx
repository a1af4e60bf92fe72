// A cover: the book's own picture, or its title on cloth.

import { useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import styles from "./cover.module.css";

/** A signed URL is valid for 15 minutes; it is read again before it ends. */
const URL_FRESH_MS = 12 * 60_000;

interface CoverProps {
  readonly title: string;
  readonly assetId: string | null;
  readonly large?: boolean;
}

export function Cover({ title, assetId, large = false }: CoverProps) {
  const url = useQuery({
    queryKey: ["cover", assetId],
    queryFn: async ({ signal }) =>
      (await api.call("createMediaAccessUrl", { params: { assetId: assetId ?? "" }, signal })).url,
    enabled: assetId !== null,
    staleTime: URL_FRESH_MS,
  });
  return (
    <div className={`${styles.cover} ${large ? styles.large : ""}`} data-cloth={clothOf(title)} aria-hidden="true">
      {url.data === undefined ? (
        <span className={styles.letter}>{firstLetter(title)}</span>
      ) : (
        <img src={url.data} alt="" className={styles.picture} />
      )}
    </div>
  );
}

/** The same title has the same cloth everywhere. */
function clothOf(title: string): number {
  let sum = 0;
  for (const letter of title) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % 6;
}

function firstLetter(title: string): string {
  const bare = title.replace(/^(the|a|an|der|die|das|ein|eine)\s+/i, "");
  return [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(bare)][0]?.segment.toUpperCase() ?? "";
}
