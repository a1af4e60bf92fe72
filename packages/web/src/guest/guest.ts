// The entry of the page for guests: a person without an account agrees, reads the lines of one character and records them.

import type { GuestView } from "@fullcast/contract";
import { element, textButton } from "../listen/elements.ts";
import { agree, Refusal, readGuest, withdraw } from "./guest-api.ts";
import { showLines } from "./lines.ts";
import { t } from "./words.ts";

const main = document.querySelector("main") as HTMLElement;

/** @param takesFocus in answer to a press, whose button is gone */
function show(view: GuestView, takesFocus = false): void {
  main.replaceChildren(...heading(view));
  if (view.door === "consent") {
    showEnded(view);
    if (takesFocus) main.querySelector("h1")?.focus();
  } else if (view.consent === null) askForConsent(view);
  else {
    const lines = element("div");
    main.append(lines, consentPart(view));
    void showLines(lines).then(() => takesFocus && lines.querySelector("h2")?.focus(), showFault);
  }
}

function heading({ person, story, guest_name, asked_by, consent }: GuestView): HTMLElement[] {
  const parts = [
    element("h1", { dir: "auto", tabindex: "-1" }, t.title(person)),
    element("p", { class: "soft", dir: "auto" }, t.of(story)),
  ];
  if (consent === null) parts.push(element("p", { dir: "auto" }, t.greeting(guest_name, asked_by)));
  return parts;
}

const paragraphs = (text: string) => text.split("\n\n").map((one) => element("p", { dir: "auto" }, one));

function askForConsent(view: GuestView): void {
  const form = element("form", { class: "consent" });
  const text = element("div", {
    class: "text",
    lang: view.consent_text.language,
  });
  text.append(...paragraphs(view.consent_text.text));
  const label = element("label", {}, `${t.yourName} `);
  const name = element("input", { name: "who", required: "", maxlength: "60", autocomplete: "name" });
  label.append(name);
  const fault = element("p", { role: "alert" });
  const button = element("button", { type: "submit", class: "main" }, t.agree);
  form.append(element("h2", {}, t.consentTitle), text, label, button, fault);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      show(await agree(name.value, view.consent_text), true);
    } catch (error) {
      if (error instanceof Refusal && error.code === "CONSENT_TEXT_CHANGED") {
        show(await readGuest());
        main.querySelector("[role=alert]")?.append(t.textChanged);
      } else fault.textContent = messageOf(error);
    }
  });
  main.append(form);
}

/** The consent with its withdrawal, folded. */
function consentPart(view: GuestView): HTMLElement {
  const { consent } = view;
  const details = element("details", { class: "kept" });
  if (consent === null) return details;
  details.append(element("summary", {}, t.consent));
  details.append(element("p", { dir: "auto" }, t.agreedAt(consent.name, dateOf(consent.agreed_at))));
  const text = element("div", {
    class: "text",
    lang: consent.language,
  });
  text.append(...paragraphs(consent.text));
  details.append(text, withdrawal());
  return details;
}

/** The button, which asks once more in its place. */
function withdrawal(): HTMLElement {
  const box = element("div", { class: "withdraw" });
  const fault = element("p", { role: "alert" });
  const ask = textButton(t.withdraw, () => {
    const keep = textButton(t.keepConsent, () => {
      box.replaceChildren(ask, fault);
      ask.focus();
    });
    const go = textButton(t.reallyWithdraw, () => {
      const end = (ended: GuestView) => show(ended, true);
      withdraw().then(end, (error) => {
        fault.textContent = messageOf(error);
      });
    });
    go.className = "danger";
    const row = element("div", { class: "row" });
    row.append(go, keep);
    box.replaceChildren(element("p", {}, t.withdrawHint), row, fault);
    keep.focus();
  });
  box.append(ask, fault);
  return box;
}

function showEnded(view: GuestView): void {
  const { consent } = view;
  if (consent === null) return;
  if (consent.withdrawn_at !== null) {
    const said = element("p", { role: "status", class: "notice" }, t.withdrawn(dateOf(consent.withdrawn_at)));
    main.append(said);
    return;
  }
  const part = consentPart(view);
  part.setAttribute("open", "");
  main.append(element("p", { class: "notice" }, t.ended), part);
}

const dateOf = (at: string) =>
  new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" });

const messageOf = (error: unknown) => (error instanceof Refusal ? error.message : t.failed);

function showFault(error: unknown): void {
  const retry = textButton(t.tryAgain, start);
  main.replaceChildren(element("p", { role: "alert", class: "notice" }, messageOf(error)), retry);
}

function start(): void {
  main.replaceChildren(element("p", { class: "soft", role: "status" }, t.loading));
  readGuest().then((view) => show(view), showFault);
}

start();
