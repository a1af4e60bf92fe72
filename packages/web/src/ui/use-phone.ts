// Whether the window is a phone held upright: narrow, and high enough for bars that stay while the text scrolls.

import { useSyncExternalStore } from "react";

const phone = matchMedia("(max-width: 40rem) and (min-height: 30rem)");

export function usePhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      phone.addEventListener("change", listener);
      return () => phone.removeEventListener("change", listener);
    },
    () => phone.matches,
  );
}
