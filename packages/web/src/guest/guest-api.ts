// The calls of the page. The token is in the address of the page and stands for a key.

import type { GuestLine, GuestView } from "@fullcast/contract";
import { t } from "./words.ts";

const token = location.pathname.split("/").at(-1) ?? "";
const base = `/v1/guests/${token}`;

/** A refusal, in words for the guest. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** @throws Refusal */
async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`${base}${path}`, { ...init, credentials: "omit" });
  } catch {
    throw new Refusal("NO_ANSWER", t.noAnswer);
  }
  const body = await answer.json().catch(() => null);
  if (answer.ok && body !== null) return body.data as T;
  const code = String(body?.error?.code ?? "");
  throw new Refusal(code, wordsOf(code, String(body?.error?.details?.reason ?? "")));
}

function wordsOf(code: string, reason: string): string {
  if (code === "RECORDING_UNREADABLE") {
    return reason in t.unreadable ? t.unreadable[reason as keyof typeof t.unreadable] : t.unreadable.other;
  }
  return t.refused[code] ?? t.failed;
}

const json = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const language = document.documentElement.lang === "de" ? "de" : "en";

export const readGuest = () => ask<GuestView>(`?language=${language}`);
export const agree = (name: string, { text_sha256 }: GuestView["consent_text"]) =>
  ask<GuestView>("/consent", json({ name, language, text_sha256 }));
export const withdraw = () => ask<GuestView>("/consent", { method: "DELETE" });
export const readLines = (from: number, limit: number) =>
  ask<{ total: number; lines: readonly GuestLine[] }>(`/lines?from=${from}&limit=${limit}`);
export const send = () => ask<{ sent: number }>("/send", { method: "POST" });
export const record = ({ section_id, block_id }: GuestLine, sound: Blob, type: string) =>
  ask<{ line: GuestLine }>(`/sections/${section_id}/blocks/${block_id}/recordings`, {
    method: "POST",
    headers: { "content-type": type },
    body: sound,
  });
export const soundOf = (recordingId: string) => `${base}/recordings/${recordingId}`;
