// The document of a passport, and the forms of what is in it.

import type { Narration } from "../disclosure/disclosure.ts";

export const PASSPORT_FORMAT = "fullcast-passport-1";

/** A voice of an engine that is heard in the story. */
export interface PassportVoice {
  readonly provider: string;
  readonly engine: string;
  readonly model: string | null;
  readonly voice: string;
  readonly license: string;
  /** Whether recordings with it may be published; null: unknown. */
  readonly may_publish: boolean | null;
  readonly lines: number;
  readonly duration_ms: number;
  /** Of a cloned voice: what was confirmed before it was made. The name of the person is not in it. */
  readonly clone_consent?: CloneConsentFact | undefined;
}

export interface CloneConsentFact {
  readonly text_version: number;
  readonly text_language: string;
  /** Of the confirmed text, in UTF-8. The installation keeps the text. */
  readonly text_sha256: string;
  readonly agreed_at: string;
}

/** The consent of a guest whose recordings the lines play. The name of the guest is not in it. */
export interface PassportConsent {
  /** The part that the guest speaks. */
  readonly part: string;
  readonly text_version: number;
  readonly text_language: string;
  /** Of the text that the guest agreed to, in UTF-8. The installation keeps the text. */
  readonly text_sha256: string;
  readonly agreed_at: string;
  readonly lines: number;
  readonly duration_ms: number;
}

export interface PassportSound {
  readonly name: string;
  /** uploaded: its owner has confirmed the rights at the upload. catalog: another account shared it. */
  readonly origin: "uploaded" | "catalog";
}

export interface ShopCheck {
  readonly shop: string;
  /** Null: no rule of the shop is known. */
  readonly passed: boolean | null;
  readonly missed: readonly string[];
  readonly machine_voices: "refused" | "approved" | "stated" | "unknown";
  /** The date of the rules: that of their source, otherwise the day on which they were read. */
  readonly rules_as_of: string;
}

export interface PassportFile {
  readonly export_id: string;
  readonly format: string;
  readonly filename: string;
  readonly size_bytes: number;
  readonly sha256: string;
  /** Of the timelines that it was made from. */
  readonly manifest_hash: string | null;
  readonly completed_at: string;
  /** Empty for a file that was not measured. */
  readonly shop_checks: readonly ShopCheck[];
}

export const WARNING_CODES = [
  "license_unknown",
  "license_forbids",
  "consent_missing",
  "undisclosed",
  "sound_of_others",
] as const;

export interface PassportWarning {
  readonly code: (typeof WARNING_CODES)[number];
  /** The voice with its engine, the sound, the reason, or the number of lines. */
  readonly subject: string;
  readonly message: string;
}

export interface Passport {
  readonly format: typeof PASSPORT_FORMAT;
  readonly made_at: string;
  readonly project_id: string;
  readonly title: string;
  readonly author: string | null;
  readonly language: string | null;
  readonly narration: Narration | null;
  /** The address of IPTC's Digital Source Type; null when nothing is heard. */
  readonly source_type: string | null;
  /** Why files and pages do not state machine voices; null: they do. */
  readonly undisclosed_reason: string | null;
  readonly voices: readonly PassportVoice[];
  /** Lines that people recorded. */
  readonly recorded_lines: number;
  /** Consents that hold for some of these lines. */
  readonly consents: readonly PassportConsent[];
  readonly sounds: readonly PassportSound[];
  readonly files: readonly PassportFile[];
  readonly warnings: readonly PassportWarning[];
}

/** A passport with its signature, as it is stored in a file. */
export interface SignedPassport {
  readonly schema_version: 1;
  readonly passport: Passport;
  /** A JSON Web Signature (RFC 7515) of `signedText`, compact, with the payload left out (appendix F). */
  readonly jws: string;
}
