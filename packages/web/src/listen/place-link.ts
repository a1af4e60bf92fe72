// "Listen on another device": the dialog with the link and its code. Loaded when the button is pressed.

import { encode } from "uqr";
import { element, iconButton, textButton } from "./elements.ts";
import type { Place } from "./offers.ts";
import { bodyOf } from "./place-sync.ts";
import { keepToken, linkOf, placeAddress } from "./place-token.ts";
import { t } from "./texts.ts";

/** Modules of free space around the code, as the standard asks for. */
const QUIET = 4;

interface Orders {
  /** The token of the place that is shared already. */
  readonly token: string | null;
  /** Where the listener is. */
  readonly place: Place | null;
  readonly onShared: (token: string) => void;
  /** Resolves to whether it ended. */
  readonly onEnd: () => Promise<boolean>;
}

export async function showPlaceLink({ token, place, onShared, onEnd }: Orders): Promise<void> {
  const dialog = element("dialog", { "aria-label": t.otherDevice });
  const top = element("div", { class: "top" });
  top.append(
    element("h2", {}, t.otherDevice),
    iconButton(t.close, "close", () => dialog.close()),
  );
  const body = element("div", { class: "body" });
  const status = element("p", { class: "soft", role: "status" });
  body.append(status);
  dialog.append(top, body);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  const shared = token ?? (await createPlace(place));
  if (shared === null) {
    status.textContent = t.notShared;
    return;
  }
  if (token === null) {
    keepToken(shared);
    onShared(shared);
  }
  const link = linkOf(shared);
  const field = element("input", { readonly: "", value: link, "aria-label": t.placeLink });
  field.addEventListener("focus", () => field.select());
  const buttons = element("p", { class: "row" });
  if (navigator.clipboard !== undefined) {
    const copy = textButton(t.copyLink, () => {
      void navigator.clipboard.writeText(link).then(
        () => {
          status.textContent = t.copied;
        },
        () => field.select(),
      );
    });
    buttons.append(copy);
  }
  const stop = textButton(t.stopSharing, async () => {
    stop.disabled = true;
    if (await onEnd()) dialog.close();
    else {
      stop.disabled = false;
      status.textContent = t.notLoaded;
    }
  });
  buttons.append(stop);
  body.prepend(element("p", {}, t.otherDeviceHint), codeOf(link), field, buttons);
  body.append(element("p", { class: "soft" }, t.placeSecret));
}

async function createPlace(place: Place | null): Promise<string | null> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(placeAddress, { method: "POST", headers, body: bodyOf(place) }).catch(() => null);
  if (answer?.ok !== true) return null;
  const { data } = (await answer.json()) as { readonly data: { readonly token: string } };
  return data.token;
}

/** Always dark on light, because cameras expect it. */
function codeOf(text: string): SVGElement {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const about = { viewBox: `0 0 ${size} ${size}`, width: "200", height: "200", role: "img", "aria-label": t.placeCode };
  for (const [key, value] of Object.entries({ ...about, "shape-rendering": "crispEdges" }))
    svg.setAttribute(key, value);
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  for (const [d, fill] of [
    [`M0 0h${size}v${size}h-${size}z`, "#fff"],
    [dark.join(""), "#000"],
  ] as const) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", d);
    path.setAttribute("fill", fill);
    svg.append(path);
  }
  return svg;
}
