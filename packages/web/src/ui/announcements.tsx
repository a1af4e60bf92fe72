// The live region. It is there once, before anything is said.

import { useSaid } from "./announce.ts";

export function Announcements() {
  return (
    <div role="log" aria-live="polite" className="for-reader">
      {useSaid().map(({ id, words }) => (
        <p key={id}>{words}</p>
      ))}
    </div>
  );
}
