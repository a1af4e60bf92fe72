import { z } from "zod";
import {
  cloneConsentQuery,
  cloneConsentText,
  customVoiceList,
  customVoiceRequest,
  requestedCustomVoice,
  usedCustomVoice,
} from "../schemas/custom-voices.ts";
import { uuid } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

const SHA256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const TEXT = "I am Anna Bell. The recordings are my own voice.";
const SOUND = "3f1d0a6f-7e21-4f39-8c1c-0b8f3c526f0e";

const VOICE = {
  id: "0b8f3c52-6f0e-4f39-8c1c-3f1d0a6f7e21",
  kind: "cloned",
  provider: "chatterbox",
  name: "Anna",
  language: "en-GB",
  gender: "female",
  age: "adult",
  description: "Warm and unhurried.",
  state: "ready",
  fault: null,
  voice_id: "0b7c8b1e-4f9e-5d0a-9c55-1d3f7a2b6c10",
  consent: {
    ...{ person: "Anna Bell", by: "self", proof: null, version: 1, language: "en", text: TEXT, text_sha256: SHA256 },
    ...{ agreed_at: "2026-11-27T09:00:00.000Z", withdrawn_at: null },
  },
  recordings: [{ sound_id: SOUND, name: "Anna reads", sha256: SHA256, duration_ms: 42_000 }],
  created_at: "2026-11-27T09:00:00.000Z",
  ended_at: "2026-11-27T09:00:09.000Z",
} as const;
const USE = {
  project_id: "5a0c3b7e-2f4d-4c8e-9b1a-6d7e8f901234",
  title: "The Lamp",
  speakers: ["Mara"],
  takes: 12,
} as const;

const ofVoice = z.strictObject({ customVoiceId: uuid });

export const customVoiceEndpoints = {
  listCustomVoices: endpoint({
    method: "GET",
    path: "/custom-voices",
    scope: "voices:read",
    tag: "Voices",
    summary: "The voices that engines made for the account",
    description: "Newest first, removed ones with their consent among them.",
    responses: { 200: customVoiceList },
    errors: [],
    examples: { responses: { 200: { custom_voices: [VOICE] } } },
  }),
  readCloneConsent: endpoint({
    method: "GET",
    path: "/custom-voices/consent-text",
    scope: "voices:read",
    tag: "Voices",
    summary: "The text to confirm before a voice is cloned",
    query: cloneConsentQuery,
    responses: { 200: cloneConsentText },
    errors: [],
    examples: { responses: { 200: { version: 1, language: "en", text: TEXT, text_sha256: SHA256 } } },
  }),
  requestCustomVoice: endpoint({
    method: "POST",
    path: "/custom-voices",
    scope: "studio:write",
    tag: "Voices",
    summary: "Have an engine make a voice",
    description:
      "A cloned voice is made from sounds of the account, and needs the confirmed consent of the person. A designed voice is made of words. The engine makes it in the background: read the voice until its state is `ready`. A voice that a remote service makes counts against the monthly allowance of the plan. Only this account sees and uses the voice, and automatic casting never chooses it.",
    body: customVoiceRequest,
    responses: { 202: requestedCustomVoice },
    errors: ["CONSENT_TEXT_CHANGED", "ENGINE_QUOTA_EXCEEDED", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: {
        ...{ schema_version: 1, client_mutation_id: "b0b8f3c5-26f0-4e4f-8c1c-3f1d0a6f7e21", kind: "cloned" },
        ...{ provider: "chatterbox", name: "Anna", language: "en-GB", gender: "female", age: "adult" },
        ...{ description: "Warm and unhurried.", sound_ids: [SOUND] },
        consent: { person: "Anna Bell", by: "self", language: "en", text_sha256: SHA256 },
      },
      responses: { 202: { custom_voice: { ...VOICE, state: "making", voice_id: null, ended_at: null } } },
    },
  }),
  readCustomVoice: endpoint({
    method: "GET",
    path: "/custom-voices/{customVoiceId}",
    scope: "voices:read",
    tag: "Voices",
    summary: "A custom voice, and where it is used",
    params: ofVoice,
    responses: { 200: usedCustomVoice },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { custom_voice: VOICE, use: [USE] } } },
  }),
  removeCustomVoice: endpoint({
    method: "DELETE",
    path: "/custom-voices/{customVoiceId}",
    scope: "studio:write",
    tag: "Voices",
    summary: "Remove a custom voice, or withdraw the consent to it",
    description:
      "No line is spoken with the voice from now on, and the engine deletes it as soon as it answers. With `takes=delete` a withdrawn consent is recorded, and everything that the voice spoke is deleted, samples included: those lines have no audio until another voice speaks them. Finished files stay, and the answer states which projects are affected. Removing again changes nothing else.",
    params: ofVoice,
    query: z.object({ takes: z.enum(["keep", "delete"]).default("keep") }),
    responses: { 200: usedCustomVoice },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { custom_voice: { ...VOICE, state: "removing" }, use: [USE] } } },
  }),
};
