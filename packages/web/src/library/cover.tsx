// A cover: the book's own picture, or the one that Fullcast draws from title and author for files and pages.

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../api/api.ts";
import styles from "./cover.module.css";

/** A signed URL is valid for 15 minutes; it is read again before it ends. */
const URL_FRESH_MS = 12 * 60_000;

interface CoverProps {
  readonly title: string;
  readonly author: string | null;
  readonly assetId: string | null;
  readonly large?: boolean;
}

export function Cover({ title, author, assetId, large = false }: CoverProps) {
  const own = useQuery({
    queryKey: ["cover", assetId],
    queryFn: async ({ signal }) =>
      (await api.call("createMediaAccessUrl", { params: { assetId: assetId ?? "" }, signal })).url,
    enabled: assetId !== null,
    staleTime: URL_FRESH_MS,
  });
  const drawn = useDrawnCover(title, author, assetId === null);
  const url = assetId === null ? drawn : own.data;
  return (
    <div className={`${styles.cover} ${large ? styles.large : ""}`} aria-hidden="true">
      {url !== undefined && <img src={url} alt="" className={styles.picture} />}
    </div>
  );
}

/** The URL of the drawn cover; undefined until its code is loaded. */
function useDrawnCover(title: string, author: string | null, isWanted: boolean): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!isWanted) return;
    let isShown = true;
    void import("./drawn-cover.ts").then(
      ({ drawnCoverUrl }) => isShown && setUrl(drawnCoverUrl(title, author)),
      // Without its code the cover stays blank; the list works.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [title, author, isWanted]);
  return isWanted ? url : undefined;
}
