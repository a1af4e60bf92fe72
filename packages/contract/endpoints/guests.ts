import { CONSENT_LANGUAGES } from "@fullcast/core/guests";
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import {
  createdGuestLink,
  guestAgreement,
  guestLineList,
  guestLinkList,
  guestLinkRequest,
  guestRecorded,
  guestRecordingId,
  guestRecordingList,
  guestSent,
  guestUse,
  guestView,
  revokedGuestLink,
  usedGuestRecording,
} from "../schemas/guests.ts";
import { uuid } from "../schemas/primitives.ts";
import { soundContentType } from "../schemas/sounds.ts";
import { RECORDING_FAULTS } from "../schemas/takes.ts";
import { endpoint } from "./endpoint.ts";

const ID = "0b8f3c52-6f0e-4f39-8c1c-3f1d0a6f7e21";
const SECTION = "1c9e6679-7425-40de-944b-e07fc1f90ae7";
const BLOCK = "2c9e6679-7425-40de-944b-e07fc1f90ae7";
const RECORDING = "8d1f6a52-93b4-4f0e-a7c5-2b3c4d5e6f80";
const SHA256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const TEXT = "Ben asks you to speak the lines of Mara in the story “The Lamp”.";

const CONSENT = {
  name: "Ann Miller",
  version: 1,
  language: "en",
  text: TEXT,
  text_sha256: SHA256,
  agreed_at: "2026-11-25T09:00:00.000Z",
  withdrawn_at: null,
} as const;
const LINK = {
  id: ID,
  project_id: "5a0c3b7e-2f4d-4c8e-9b1a-6d7e8f901234",
  speaker_id: "6b1d4c8f-3a5e-4d9f-8c2b-7e8f90123456",
  person: "Mara",
  guest_name: "Ann",
  asked_by: "Ben",
  state: "active",
  shows_cue: true,
  plays_at_once: false,
  limit_megabytes: 500,
  created_at: "2026-11-25T08:00:00.000Z",
  expires_at: "2026-12-09T08:00:00.000Z",
  opened_at: "2026-11-25T08:45:00.000Z",
  lines: 12,
  drafts: 2,
  waiting: 3,
  used: 0,
  stored_bytes: 1_482_020,
  consent: CONSENT,
} as const;
const LINE = {
  section_id: SECTION,
  block_id: BLOCK,
  number: 4,
  text: "Not yet.",
  cue: { person: "Tom", text: "Shall we go?" },
  recording: { id: RECORDING, state: "draft", matches_line: true, duration_ms: 1_120, findings: [] },
} as const;
const VIEW = {
  door: "lines",
  person: "Mara",
  story: "The Lamp",
  asked_by: "Ben",
  guest_name: "Ann",
  consent_text: { version: 1, language: "en", text: TEXT, text_sha256: SHA256 },
  consent: CONSENT,
  lines: 12,
  drafts: 2,
  sent: 3,
} as const;

const ofProject = z.strictObject({ projectId: uuid });
const ofLink = z.strictObject({ guestLinkId: uuid });
const ofRecording = z.strictObject({ guestRecordingId: uuid });
const guestToken = z.string().max(64);
const ofGuest = z.strictObject({ guestToken });

export const guestEndpoints = {
  createGuestLink: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/guest-links",
    scope: "studio:write",
    tag: "Guests",
    summary: "Ask someone to speak a character",
    description:
      "The link opens a page where a guest without an account agrees to a text, reads the lines of one character and records them. Only this answer contains the address. A project has at most 20 active links and 200 in all.",
    params: ofProject,
    body: guestLinkRequest,
    responses: { 201: createdGuestLink },
    errors: ["NOT_FOUND"],
    examples: {
      body: { schema_version: 1, speaker_id: LINK.speaker_id, guest_name: "Ann", asked_by: "Ben", days: 14 },
      responses: { 201: { guest_link: LINK, url: "http://127.0.0.1:7411/g/q3J0bXJvd3MtYXJlLXNsb3" } },
    },
  }),
  listGuestLinks: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/guest-links",
    scope: "studio:read",
    tag: "Guests",
    summary: "The guest links of a project",
    params: ofProject,
    responses: { 200: guestLinkList },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { guest_links: [LINK] } } },
  }),
  revokeGuestLink: endpoint({
    method: "DELETE",
    path: "/studio/guest-links/{guestLinkId}",
    scope: "studio:write",
    tag: "Guests",
    summary: "Revoke a guest link",
    description:
      "From now on the page takes no recordings, and recordings that were not sent are deleted. Sent recordings and the consent stay. The guest can still read and withdraw the consent. Revoking again changes nothing.",
    params: ofLink,
    responses: { 200: revokedGuestLink },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { guest_link: { ...LINK, state: "revoked", drafts: 0 } } } },
  }),
  listGuestRecordings: endpoint({
    method: "GET",
    path: "/studio/guest-links/{guestLinkId}/recordings",
    scope: "studio:read",
    tag: "Guests",
    summary: "Sent recordings that wait",
    params: ofLink,
    responses: { 200: guestRecordingList },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          recordings: [
            {
              id: RECORDING,
              section_id: SECTION,
              block_id: BLOCK,
              text: "Not yet.",
              matches_line: true,
              duration_ms: 1_120,
              findings: [],
              sent_at: "2026-11-25T09:30:00.000Z",
            },
          ],
        },
      },
    },
  }),
  readSentRecording: endpoint({
    method: "GET",
    path: "/studio/guest-recordings/{guestRecordingId}",
    scope: "studio:read",
    tag: "Guests",
    summary: "The sound of a sent recording",
    description: "A WAV file, as it was trimmed. Only the guest hears a recording that is not sent.",
    params: ofRecording,
    answer: "bytes",
    responses: { 200: z.string().meta({ description: "The file." }) },
    errors: ["NOT_FOUND", "RANGE_NOT_SATISFIABLE"],
  }),
  useGuestRecording: endpoint({
    method: "POST",
    path: "/studio/guest-recordings/{guestRecordingId}/use",
    scope: "studio:write",
    tag: "Guests",
    summary: "Use a sent recording",
    description:
      "The recording becomes a take of its line, which plays it unless it is locked. Undo in the chapter takes this back.",
    params: ofRecording,
    responses: { 200: usedGuestRecording },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { take_id: "1d2c3b4a-5968-4776-8594-a3b2c1d0e0f1" } } },
  }),
  declineGuestRecording: endpoint({
    method: "DELETE",
    path: "/studio/guest-recordings/{guestRecordingId}",
    scope: "studio:write",
    tag: "Guests",
    summary: "Delete a sent recording",
    description: "Deletes a recording that waits. The guest can record the line again. A take is not deleted here.",
    params: ofRecording,
    responses: { 200: guestRecordingId },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { guest_recording_id: RECORDING } } },
  }),
  readGuestUse: endpoint({
    method: "GET",
    path: "/studio/guest-links/{guestLinkId}/use",
    scope: "studio:read",
    tag: "Guests",
    summary: "Where a guest's recordings are used",
    description:
      "Lines, finished files, public pages and feeds that contain a recording of the guest, and nothing else. After a withdrawal: what it affected. The lines no longer play the recordings, and no new file contains them; the files that are listed stay until you delete them.",
    params: ofLink,
    responses: { 200: guestUse },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          withdrawn_at: "2026-11-26T08:00:00.000Z",
          lines: [
            { section_id: SECTION, block_id: BLOCK, text: "Not yet.", since: "2026-11-25T10:00:00.000Z", plays: true },
          ],
          exports: [{ export_id: ID, section_id: SECTION, format: "mp3", created_at: "2026-11-25T11:00:00.000Z" }],
          shares: [
            {
              kind: "project",
              section_id: null,
              url: "http://127.0.0.1:7411/s/q3J0bXJvd3MtYXJlLXNsb3",
              feed_url: "http://127.0.0.1:7411/s/q3J0bXJvd3MtYXJlLXNsb3/feed.xml",
              download: false,
            },
          ],
        },
      },
    },
  }),
  withdrawForGuest: endpoint({
    method: "DELETE",
    path: "/studio/guest-links/{guestLinkId}/consent",
    scope: "studio:write",
    tag: "Guests",
    summary: "Withdraw a consent for a guest",
    description:
      "For a guest who asks you to, and for a consent that came in a bundle, which no guest can open here. Does what the guest's own withdrawal does, also in copies of the story that this account imported. It cannot be undone. Withdrawing again changes nothing. A link without a consent is 404.",
    params: ofLink,
    responses: { 200: revokedGuestLink },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          guest_link: {
            ...LINK,
            state: "withdrawn",
            drafts: 0,
            waiting: 0,
            stored_bytes: 0,
            consent: { ...CONSENT, withdrawn_at: "2026-11-26T08:00:00.000Z" },
          },
        },
      },
    },
  }),
  readGuest: endpoint({
    method: "GET",
    path: "/guests/{guestToken}",
    scope: null,
    tag: "Guests",
    summary: "What a guest link shows",
    description:
      "Needs no key. The text of the consent is in the language that is asked for. A link that ended without a consent is 404.",
    params: ofGuest,
    query: z.object({ language: z.enum(CONSENT_LANGUAGES).default("en") }),
    responses: { 200: guestView },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: VIEW } },
  }),
  agreeAsGuest: endpoint({
    method: "POST",
    path: "/guests/{guestToken}/consent",
    scope: null,
    tag: "Guests",
    summary: "Agree as a guest",
    description:
      "Needs no key. Keeps the name, the text and the time. `text_sha256` names the text that the guest read; when the text has changed since, the answer is 409 `CONSENT_TEXT_CHANGED`. Agreeing again changes nothing.",
    params: ofGuest,
    body: guestAgreement,
    responses: { 200: guestView },
    errors: ["NOT_FOUND", "CONSENT_TEXT_CHANGED"],
    examples: { body: { name: "Ann Miller", language: "en", text_sha256: SHA256 }, responses: { 200: VIEW } },
  }),
  withdrawAsGuest: endpoint({
    method: "DELETE",
    path: "/guests/{guestToken}/consent",
    scope: null,
    tag: "Guests",
    summary: "Withdraw as a guest",
    description:
      "Needs no key. Works also after the link expired or was revoked. Deletes the recordings and every take made of them, also in copies of chapters and of the story. The lines play their other audio, or none, so no new file contains the voice. The link ends. Withdrawing again changes nothing.",
    params: ofGuest,
    responses: { 200: guestView },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          ...VIEW,
          door: "consent",
          consent: { ...CONSENT, withdrawn_at: "2026-11-26T08:00:00.000Z" },
          lines: 0,
          drafts: 0,
          sent: 0,
        },
      },
    },
  }),
  listGuestLines: endpoint({
    method: "GET",
    path: "/guests/{guestToken}/lines",
    scope: null,
    tag: "Guests",
    summary: "The lines of a guest's character",
    description: "Needs no key, but a consent: without one the answer is 409 `CONSENT_REQUIRED`.",
    params: ofGuest,
    query: z.object({
      from: z.int().min(0).max(LIMITS.document_blocks).default(0).meta({ description: "Lines before the page." }),
      limit: z.int().min(1).max(100).default(50),
    }),
    responses: { 200: guestLineList },
    errors: ["NOT_FOUND", "CONSENT_REQUIRED"],
    examples: { responses: { 200: { total: 12, lines: [LINE] } } },
  }),
  recordAsGuest: endpoint({
    method: "POST",
    path: "/guests/{guestToken}/sections/{sectionId}/blocks/{blockId}/recordings",
    scope: null,
    tag: "Guests",
    summary: "Upload a guest's recording of a line",
    description: [
      "Needs no key, but a consent. The body is a sound file of at most 32 MiB and 10 minutes. It is decoded and trimmed like the owner's recordings. `findings` state what can be heard: noise, music, a quiet voice, missing words.",
      "The recording is a draft until it is sent. It replaces an earlier draft of the line.",
      `A file that cannot be used is 400 \`RECORDING_UNREADABLE\`, and nothing is stored. \`details.reason\` is one of ${RECORDING_FAULTS.map((fault) => `\`${fault}\``).join(", ")}.`,
      "A link takes 40 uploads a minute and two at a time; above that the answer is 429. Its recordings together have the limit of the link, then the answer is 409 `GUEST_LIMIT_REACHED`. They count for the storage of the account.",
    ].join("\n\n"),
    params: z.strictObject({ guestToken, sectionId: uuid, blockId: uuid }),
    upload: { contentTypes: soundContentType.options, limitBytes: LIMITS.guest_recording_bytes },
    responses: { 201: guestRecorded },
    errors: [
      "NOT_FOUND",
      "CONSENT_REQUIRED",
      "RECORDING_UNREADABLE",
      "GUEST_LIMIT_REACHED",
      "STORAGE_FULL",
      "STORAGE_QUOTA_EXCEEDED",
    ],
    examples: { responses: { 201: { line: LINE } } },
  }),
  readGuestRecording: endpoint({
    method: "GET",
    path: "/guests/{guestToken}/recordings/{guestRecordingId}",
    scope: null,
    tag: "Guests",
    summary: "The sound of a guest's recording",
    description: "Needs no key. A WAV file, as it was trimmed.",
    params: z.strictObject({ guestToken, guestRecordingId: uuid }),
    answer: "bytes",
    responses: { 200: z.string().meta({ description: "The file." }) },
    errors: ["NOT_FOUND", "RANGE_NOT_SATISFIABLE"],
  }),
  sendAsGuest: endpoint({
    method: "POST",
    path: "/guests/{guestToken}/send",
    scope: null,
    tag: "Guests",
    summary: "Send a guest's recordings",
    description:
      "Needs no key, but a consent. All drafts of the link go to the owner. They replace sent recordings of the same lines that still wait.",
    params: ofGuest,
    responses: { 200: guestSent },
    errors: ["NOT_FOUND", "CONSENT_REQUIRED"],
    examples: { responses: { 200: { sent: 2 } } },
  }),
};
