// The publishing passport, and warnings before publishing.

import { z } from "zod";
import { count, hash, timestamp, uuid } from "./primitives.ts";

export const publishWarning = z
  .strictObject({
    code: z.enum(["license_unknown", "license_forbids", "consent_missing", "undisclosed", "sound_of_others"]).meta({
      description:
        "license_unknown: whether recordings of a voice may be published is unknown. license_forbids: the licence forbids it. consent_missing: a person's recording without a stored consent. undisclosed: files and pages do not state that machines speak. sound_of_others: another account shared a linked sound.",
    }),
    subject: z.string().meta({
      description: "The voice with its engine, the sound, the reason, or the number of lines that it is about.",
    }),
    message: z.string().meta({ description: "What it is about and what to do, in English." }),
  })
  .meta({ id: "PublishWarning", description: "Something to look at before publishing. It blocks nothing." });

const passportVoice = z.strictObject({
  provider: z.string().meta({ description: "The id of the engine." }),
  engine: z.string().meta({ description: "The name of the engine." }),
  model: z.string().nullable(),
  voice: z.string().meta({ description: "The name of the voice." }),
  license: z.string().meta({ description: "As the engine or the voice's files state it." }),
  may_publish: z
    .boolean()
    .nullable()
    .meta({ description: "Whether recordings of the voice may be published, by its licence. Null: unknown." }),
  lines: count.meta({ description: "Lines that the voice speaks." }),
  duration_ms: z.number().min(0),
  clone_consent: z
    .strictObject({
      text_version: z.int().min(1).meta({ description: "The version of the sentences of the consent." }),
      text_language: z.string().meta({ description: "The language of the consent." }),
      text_sha256: hash.meta({ description: "SHA-256 of the text that was confirmed, in UTF-8." }),
      agreed_at: timestamp.meta({ description: "When it was confirmed." }),
    })
    .optional()
    .meta({ description: "What was confirmed before the voice was cloned. Absent for every other voice." }),
});

const passportConsent = z.strictObject({
  part: z.string().meta({ description: "The character when the guest's link was created." }),
  text_version: z.int().min(1).meta({ description: "The version of the sentences of the consent." }),
  text_language: z.string().meta({ description: "The language of the consent." }),
  text_sha256: hash.meta({ description: "SHA-256 of the text that the guest agreed to, in UTF-8." }),
  agreed_at: timestamp.meta({ description: "When the guest agreed." }),
  lines: count.meta({ description: "Lines that play the guest's recordings." }),
  duration_ms: z.number().min(0),
});

const shopCheck = z.strictObject({
  shop: z.string().meta({ description: "The name of the shop." }),
  passed: z.boolean().nullable().meta({ description: "Null: no rule of the shop is known." }),
  missed: z.array(z.string()).meta({ description: "The rules that the file does not meet." }),
  machine_voices: z
    .enum(["refused", "approved", "stated", "unknown"])
    .meta({ description: "What the shop says of machine voices, as in the report of an export." }),
  rules_as_of: z.string().meta({ description: "The date of the rules." }),
});

const passportFile = z.strictObject({
  export_id: uuid,
  format: z.string(),
  filename: z.string(),
  size_bytes: z.int().min(1),
  sha256: hash.meta({ description: "SHA-256 of the file." }),
  manifest_hash: hash.nullable().meta({ description: "Of the timelines that the file was made from." }),
  completed_at: timestamp,
  shop_checks: z
    .array(shopCheck)
    .meta({ description: "Empty for a file that was not measured; reading its report measures it." }),
});

export const passport = z
  .strictObject({
    format: z.literal("fullcast-passport-1"),
    made_at: timestamp.meta({ description: "When the passport was made." }),
    project_id: uuid,
    title: z.string(),
    author: z.string().nullable(),
    language: z.string().nullable(),
    narration: z.enum(["machine", "mixed", "human"]).nullable().meta({ description: "Null: nothing has audio." }),
    source_type: z.string().nullable().meta({ description: "The address of IPTC's Digital Source Type." }),
    undisclosed_reason: z
      .string()
      .nullable()
      .meta({ description: "Why files and pages do not state machine voices. Null: they do." }),
    voices: z.array(passportVoice).meta({ description: "The engine voices that are heard, most lines first." }),
    recorded_lines: count.meta({ description: "Lines that people recorded." }),
    consents: z
      .array(passportConsent)
      .meta({ description: "Consents of guests that hold for some of these lines. They do not name the guests." }),
    sounds: z
      .array(
        z.strictObject({
          name: z.string(),
          origin: z.enum(["uploaded", "catalog"]).meta({
            description:
              "uploaded: the account uploaded it and confirmed its rights. catalog: another account shares it.",
          }),
        }),
      )
      .meta({ description: "The uploaded sounds that are linked to the project." }),
    files: z.array(passportFile).max(200).meta({ description: "The finished files, newest first." }),
    warnings: z.array(publishWarning),
  })
  .meta({ id: "Passport", description: "What the files of a story are made of." });

export const signedPassport = z
  .strictObject({
    schema_version: z.literal(1),
    passport: passport.meta({ description: "What is signed." }),
    jws: z.string().meta({
      description:
        "A JSON Web Signature (RFC 7515) with Ed25519 over the canonical JSON (RFC 8785) of `passport`: compact, with the payload left out (appendix F). Its header holds the key.",
    }),
  })
  .meta({ id: "SignedPassport", description: "A publishing passport and its signature." });

export const passportKeys = z
  .strictObject({
    keys: z
      .array(
        z.strictObject({
          kty: z.literal("OKP").meta({ description: "The kind of key." }),
          crv: z.literal("Ed25519").meta({ description: "The curve." }),
          x: z.string().meta({ description: "The public key, 32 bytes as base64url." }),
          kid: z.string().meta({ description: "The thumbprint of the key (RFC 7638)." }),
        }),
      )
      .meta({ description: "The public keys." }),
  })
  .meta({ id: "PassportKeys", description: "A JSON Web Key Set." });
