// Where the person was before a dialog or a menu. A dialog that a menu or another dialog opened returns there, too.

let last: HTMLElement | null = null;

/** Remembers each place of the focus, and each pressed control, outside of dialogs and menus. Once for the page. */
export function rememberLastOutside(): void {
  const remember = ({ target }: Event) => {
    const control =
      target instanceof Element ? target.closest<HTMLElement>("a, button, input, select, [tabindex]") : null;
    if (control !== null && control.closest("[role=dialog], [role=menu]") === null) last = control;
  };
  addEventListener("focusin", remember, true);
  // Safari does not focus a button that is pressed.
  addEventListener("pointerdown", remember, true);
}

/** Null when it is gone. */
export const lastOutside = (): HTMLElement | null => (last?.isConnected === true ? last : null);
