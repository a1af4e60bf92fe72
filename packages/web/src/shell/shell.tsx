// The frame of every screen: the way to the content, the main navigation, the screen, and the place of the player.

import { Link, Outlet, useParams } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { Help } from "../help/help.tsx";
import { useTour } from "../help/tour-state.ts";
import { t } from "../i18n/i18n.ts";
import { mayChangeStories } from "../session/session-state.ts";
import { Announcements } from "../ui/announcements.tsx";
import { usePhone } from "../ui/use-phone.ts";
import { usePlayerWanted, wantPlayer } from "./player-wanted.ts";
import styles from "./shell.module.css";

const Tour = lazy(async () => ({ default: (await import("../help/tour.tsx")).Tour }));
const PlayerSlot = lazy(async () => ({ default: (await import("../player/player-slot.tsx")).PlayerSlot }));

export function Shell() {
  const hasTour = useTour();
  const { sectionId } = useParams({ strict: false });
  const isPhone = usePhone();
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={focusContent}>
        {t.shell.skip}
      </button>
      {/* On a phone a chapter has a head of its own, so that its lines begin near the top. */}
      {!(isPhone && sectionId !== undefined) && (
        <header className={styles.head}>
          <Link to="/" className={styles.mark}>
            {t.common.productName}
          </Link>
          <nav aria-label={t.shell.navigation} className={styles.nav}>
            <Link to="/" className={styles.link} activeOptions={{ exact: true }}>
              {t.shell.stories}
            </Link>
            {mayChangeStories() && (
              <Link to="/sounds" className={styles.link}>
                {t.shell.sounds}
              </Link>
            )}
            <Link to="/account" className={styles.link}>
              {t.shell.account}
            </Link>
            <Help className={styles.link} />
          </nav>
        </header>
      )}
      <Suspense>{hasTour && <Tour />}</Suspense>
      <main id="content" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <LatePlayer />
      <Announcements />
    </div>
  );
}

/** No link: the fragment of the address belongs to the tabs of a chapter. */
function focusContent(): void {
  document.getElementById("content")?.focus();
}

/** The player is loaded with the first chapter that is opened or played, and stays on every screen from then on. */
function LatePlayer() {
  const { sectionId } = useParams({ strict: false });
  const isWanted = usePlayerWanted();
  useEffect(() => {
    if (sectionId !== undefined) wantPlayer();
  }, [sectionId]);
  return isWanted ? (
    <Suspense>
      <PlayerSlot />
    </Suspense>
  ) : null;
}
