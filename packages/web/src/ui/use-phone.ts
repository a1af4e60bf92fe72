// Whether the window is a phone held upright: narrow, and high enough for bars that stay while the text scrolls.

import { useSyncExternalStore } from "react";

const phone = matchMedia("(max-width: 40rem) and (min-height: 30rem)");
// The browser lays the page out before it answers `matches`; a change is reported without that.
let isPhone = phone.matches;
phone.addEventListener("change", ({ matches }) => {
  isPhone = matches;
});

export function usePhone(): boolean {
  return useSyncExternalStore(listen, () => isPhone);
}

function listen(listener: () => void): () => void {
  phone.addEventListener("change", listener);
  return () => phone.removeEventListener("change", listener);
}
