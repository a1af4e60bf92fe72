// The form for the key in a dialog over the page, when a session ended during work.

import { t } from "../i18n/i18n.ts";
import { Dialog } from "../ui/dialog.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** Stays until there is a session again: without one nothing on the page can be saved. */
export function SessionEnded({ onDone }: { readonly onDone: () => void }) {
  return (
    <Dialog open onClose={() => undefined} title={t.session.ended} description={t.session.endedHint}>
      <SignInForm onDone={onDone} />
    </Dialog>
  );
}
