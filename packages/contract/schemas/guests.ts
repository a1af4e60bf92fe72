// People who lend a voice: links for guests, their consents and their recordings.

import { CONSENT_LANGUAGES } from "@fullcast/core/guests";
import { RECORDING_FINDING_KINDS } from "@fullcast/core/sound";
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { mutationBody } from "./mutation-body.ts";
import { count, hash, schemaVersion1, timestamp, trimmedText, url, uuid } from "./primitives.ts";

const name = trimmedText({ min: 1, max: 60 });

export const guestConsent = z
  .strictObject({
    name: z.string().meta({ description: "The name that the guest gave. It is not checked." }),
    version: z.int().min(1).meta({ description: "The version of the sentences." }),
    language: z.enum(CONSENT_LANGUAGES),
    text: z.string().meta({ description: "The text that the guest agreed to, with its names." }),
    text_sha256: hash.meta({ description: "SHA-256 of the text in UTF-8." }),
    agreed_at: timestamp.meta({ description: "When the guest agreed." }),
    withdrawn_at: timestamp.nullable().meta({ description: "When the guest withdrew the consent. Null: it holds." }),
  })
  .meta({ id: "GuestConsent", description: "The consent of a guest, kept with its text." });

export const guestLink = z
  .strictObject({
    id: uuid.meta({ description: "The id of the link. It does not open the page." }),
    project_id: uuid,
    speaker_id: uuid.nullable().meta({
      description: "The character who has the lines now: merged characters are followed. Null: it was deleted.",
    }),
    person: z.string().meta({ description: "The name of the character when the link was created." }),
    guest_name: z.string().meta({ description: "The owner's name for the guest, which the guest sees." }),
    asked_by: z.string().meta({ description: "Who asks, as the guest sees it." }),
    state: z.enum(["active", "expired", "revoked", "withdrawn"]).meta({
      description: "An active link takes recordings. Any other one shows the guest the consent alone.",
    }),
    shows_cue: z.boolean().meta({ description: "Whether the guest reads the end of the line before." }),
    plays_at_once: z.boolean().meta({ description: "Whether sent recordings play without the owner's choice." }),
    limit_megabytes: z.int().meta({ description: "What the recordings of the link may take." }),
    created_at: timestamp,
    expires_at: timestamp.meta({ description: "The link takes no recordings from this time on." }),
    opened_at: timestamp.nullable().meta({ description: "When the page was first opened. Null: not yet." }),
    lines: count.meta({ description: "Lines of the character." }),
    drafts: count.meta({ description: "Recorded lines that the guest has not sent." }),
    waiting: count.meta({ description: "Sent recordings that wait for the owner." }),
    used: count.meta({ description: "Recordings that became takes." }),
    stored_bytes: count.meta({ description: "Bytes of the recordings of the link." }),
    consent: guestConsent.nullable().meta({ description: "Null: the guest has not agreed yet." }),
  })
  .meta({ id: "GuestLink", description: "A link with which one person speaks the lines of one character." });

export const guestLinkRequest = mutationBody({
  schema_version: schemaVersion1,
  speaker_id: uuid.meta({ description: "The character. For the narrator the guest reads all narration." }),
  guest_name: name.meta({ description: "The guest's name." }),
  asked_by: name.meta({ description: "Who asks. The consent names this person." }),
  days: z.int().min(1).max(90).meta({ description: "How many days the link is valid." }),
  shows_cue: z.boolean().default(true).meta({ description: "Whether the guest reads the end of the line before." }),
  plays_at_once: z
    .boolean()
    .default(false)
    .meta({ description: "Whether sent recordings play without the owner's choice." }),
  limit_megabytes: z
    .int()
    .min(LIMITS.guest_link_megabytes.min)
    .max(LIMITS.guest_link_megabytes.max)
    .default(500)
    .meta({ description: "What the recordings of the link may take. A minute takes about 5 megabytes." }),
}).meta({
  id: "GuestLinkRequest",
  description: "A new guest link: the character, the guest, and what the link allows.",
});

export const createdGuestLink = z
  .strictObject({
    guest_link: guestLink.meta({ description: "The new link." }),
    url: url.meta({ description: "The page of the link. It is shown only here." }),
  })
  .meta({ id: "CreatedGuestLink", description: "The new link with its address." });

export const guestLinkList = z
  .strictObject({
    guest_links: z.array(guestLink).meta({ description: "The links of the project, the newest first, at most 200." }),
  })
  .meta({ id: "GuestLinkList", description: "The guest links of a project." });

export const revokedGuestLink = z
  .strictObject({ guest_link: guestLink.meta({ description: "The link as it is now." }) })
  .meta({ id: "RevokedGuestLink", description: "The link after the request." });

const finding = z
  .strictObject({
    kind: z.enum(RECORDING_FINDING_KINDS).meta({ description: "What was found." }),
    message: z.string().meta({ description: "A sentence about it." }),
  })
  .meta({ id: "RecordingFinding", description: "An audible problem of a recording." });

export const guestRecording = z
  .strictObject({
    id: uuid.meta({ description: "The recording." }),
    section_id: uuid,
    block_id: uuid.meta({ description: "The line. It may be deleted." }),
    text: z.string().meta({ description: "The words of the line when it was recorded." }),
    matches_line: z.boolean().meta({ description: "Whether the line still has the words that were recorded." }),
    duration_ms: z.int().min(1),
    findings: z.array(finding).meta({ description: "Audible problems; empty for a good recording." }),
    sent_at: timestamp.meta({ description: "When the guest sent it." }),
  })
  .meta({ id: "GuestRecording", description: "A recording that a guest sent." });

export const guestRecordingList = z
  .strictObject({
    recordings: z.array(guestRecording).meta({ description: "In the order of the story, at most 1,000." }),
  })
  .meta({ id: "GuestRecordingList", description: "Sent recordings that wait for the owner." });

export const usedGuestRecording = z
  .strictObject({ take_id: uuid.meta({ description: "The take with the recording." }) })
  .meta({ id: "UsedGuestRecording", description: "The recording is a take of its line." });

export const guestRecordingId = z
  .strictObject({ guest_recording_id: uuid.meta({ description: "The recording." }) })
  .meta({ id: "GuestRecordingId", description: "The recording that was deleted." });

export const guestUse = z
  .strictObject({
    withdrawn_at: timestamp.nullable().meta({ description: "When the guest withdrew the consent. Null: it holds." }),
    lines: z
      .array(
        z.strictObject({
          section_id: uuid,
          block_id: uuid.meta({ description: "The line. It may be deleted." }),
          text: z.string().meta({ description: "The first words of the line." }),
          since: timestamp.meta({ description: "When the recording became a take." }),
          plays: z.boolean().meta({
            description: "Whether the line plays the take; after a withdrawal, whether it did until then.",
          }),
        }),
      )
      .meta({ description: "Lines that have a take of the guest; after a withdrawal, lines that lost it." }),
    exports: z
      .array(
        z.strictObject({
          export_id: uuid,
          section_id: uuid.nullable().meta({ description: "Null: a book." }),
          format: z.string().meta({ description: "The format of the file." }),
          created_at: timestamp,
        }),
      )
      .meta({
        description:
          "The newest 200 finished files that contain a recording. A book file of an earlier version of the service is listed when it can contain one.",
      }),
    shares: z
      .array(
        z.strictObject({
          kind: z.enum(["section", "project"]).meta({ description: "What is published." }),
          section_id: uuid.nullable().meta({ description: "Null: the whole story." }),
          url: url.meta({ description: "The public page." }),
          feed_url: url.nullable().meta({ description: "The podcast feed, when an episode contains a recording." }),
          download: z.boolean().meta({ description: "Whether the page offers a file that contains a recording." }),
        }),
      )
      .meta({
        description:
          "Public pages with a recording: a line plays it, or did until the withdrawal, or the finished file that the page plays contains it.",
      }),
  })
  .meta({ id: "GuestUse", description: "Where the recordings of a guest are used." });

export const guestView = z
  .strictObject({
    door: z.enum(["lines", "consent"]).meta({
      description: "lines: the guest reads and records. consent: the link ended, and the consent alone is shown.",
    }),
    person: z.string().meta({ description: "The character." }),
    story: z.string().meta({ description: "The title of the story." }),
    asked_by: z.string().meta({ description: "Who asks." }),
    guest_name: z.string().meta({ description: "The guest's name, as the owner wrote it." }),
    consent_text: z
      .strictObject({
        version: z.int().min(1).meta({ description: "The version of the sentences." }),
        language: z.enum(CONSENT_LANGUAGES),
        text: z.string().meta({ description: "Paragraphs, separated by blank lines." }),
        text_sha256: hash.meta({ description: "SHA-256 of the text in UTF-8." }),
      })
      .meta({ id: "GuestConsentText", description: "The text that a guest agrees to." }),
    consent: guestConsent.nullable().meta({ description: "Null: the guest has not agreed yet." }),
    lines: count.meta({ description: "Lines of the character." }),
    drafts: count.meta({ description: "Recorded lines that the guest has not sent." }),
    sent: count.meta({ description: "Sent recordings." }),
  })
  .meta({ id: "GuestView", description: "What a guest link shows." });

export const guestAgreement = mutationBody({
  name: name.meta({ description: "The name of the guest." }),
  language: z.enum(CONSENT_LANGUAGES),
  text_sha256: hash.meta({ description: "SHA-256 of the text that the guest read." }),
}).meta({ id: "GuestAgreement", description: "A guest agrees to the text." });

export const guestLine = z
  .strictObject({
    section_id: uuid,
    block_id: uuid.meta({ description: "The line." }),
    number: z.int().min(1).meta({ description: "The place of the line among the character's lines, from 1." }),
    text: z.string().meta({ description: "The words to speak." }),
    cue: z
      .strictObject({
        person: z.string().nullable().meta({ description: "Who speaks the cue. Null: the text does not say." }),
        text: z
          .string()
          .meta({ description: "The end of the line before. A tag such as `he asked.` has its speech before it." }),
      })
      .nullable()
      .meta({ description: "The line before. Null: the line is the first of its chapter, or the owner hides cues." }),
    recording: z
      .strictObject({
        id: uuid.meta({ description: "The recording." }),
        state: z.enum(["draft", "sent", "used"]).meta({ description: "used: it is a take of the line." }),
        matches_line: z.boolean().meta({ description: "Whether the line still has the words that were recorded." }),
        duration_ms: z.int().min(1),
        findings: z.array(finding).meta({ description: "Audible problems; empty for a good recording." }),
      })
      .nullable()
      .meta({ description: "The newest recording of the line through this link. Null: there is none." }),
  })
  .meta({ id: "GuestLine", description: "A line to speak." });

export const guestLineList = z
  .strictObject({
    total: count.meta({ description: "Lines of the character." }),
    lines: z.array(guestLine).meta({ description: "In the order of the story." }),
  })
  .meta({ id: "GuestLineList", description: "Lines of the guest's character." });

export const guestRecorded = z
  .strictObject({ line: guestLine.meta({ description: "The line with its recording." }) })
  .meta({ id: "GuestRecorded", description: "The line after the upload." });

export const guestSent = z
  .strictObject({ sent: count.meta({ description: "Recordings that were sent with this request." }) })
  .meta({ id: "GuestSent", description: "What was sent." });
