import { z } from "zod";
import { createdListenerPlace, listenerPlaceRequest, storedListenerPlace } from "../schemas/listener-places.ts";
import { uuid } from "../schemas/primitives.ts";
import { publishRequest, shareState } from "../schemas/sharing.ts";
import { endpoint } from "./endpoint.ts";

const sectionParams = z.strictObject({ sectionId: uuid });
const projectParams = z.strictObject({ projectId: uuid });

const linkParams = z.strictObject({ shareSlug: z.string().max(64) });
const placeHeaders = z.object({
  "place-token": z.string().max(64).meta({ description: "The token of the place. It is not part of an address." }),
});

const PLACE = {
  section_id: "2b1c3d4e-5f60-4718-92a3-b4c5d6e7f809",
  position_ms: 760_000,
  version: 3,
  written_at: "2026-11-26T20:15:00.000Z",
} as const;
const PLACE_BODY = { section_id: PLACE.section_id, position_ms: PLACE.position_ms } as const;

const PUBLISH = [
  "Publishes at a public link that needs no key: the page `/s/{slug}`, its data `/s/{slug}/story.json`, and for a project the",
  "podcast feed `/s/{slug}/feed.xml`. 201 for a new link. An active link is returned with 200, and `allow_download` changes if",
  "it is given. After a revocation the new link has a new slug. The request returns at once. In the background, sections with",
  "complete audio are mixed into MP3 files, which are listed as exports; no speech is generated and nothing is charged. A",
  "section without complete audio plays the audio that it has. With `follow_edits: false` listeners get the story as it is now until",
  "the thing is published again: texts, titles, order, feed and audio; a section keeps its state before until its new file is ready.",
  "Deleted sections leave the page at once.",
].join(" ");
const READ = "The latest link with its state, active or revoked. Null if there has never been one.";
const REVOKE = [
  "From now on the page, its data, its feed and its audio are 404. Revoking again changes nothing.",
  "Returns the revoked link, or null if there has never been one.",
].join(" ");

const publishExample = {
  body: { schema_version: 1, client_mutation_id: "0b8f3c52-6f0e-4f39-8c1c-3f1d0a6f7e11", allow_download: true },
} as const;

export const sharingEndpoints = {
  publishSection: endpoint({
    method: "POST",
    path: "/studio/sections/{sectionId}/share",
    scope: "studio:write",
    tag: "Sharing",
    summary: "Publish a section at a public link",
    description: PUBLISH,
    params: sectionParams,
    body: publishRequest,
    responses: { 200: shareState, 201: shareState },
    errors: ["NOT_FOUND", "IDEMPOTENCY_CONFLICT"],
    examples: publishExample,
  }),
  readSectionShare: endpoint({
    method: "GET",
    path: "/studio/sections/{sectionId}/share",
    scope: "studio:read",
    tag: "Sharing",
    summary: "The public link of a section",
    description: READ,
    params: sectionParams,
    responses: { 200: shareState },
    errors: ["NOT_FOUND"],
  }),
  revokeSectionShare: endpoint({
    method: "DELETE",
    path: "/studio/sections/{sectionId}/share",
    scope: "studio:write",
    tag: "Sharing",
    summary: "Revoke the public link of a section",
    description: REVOKE,
    params: sectionParams,
    responses: { 200: shareState },
    errors: ["NOT_FOUND"],
  }),
  publishProject: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/share",
    scope: "studio:write",
    tag: "Sharing",
    summary: "Publish a project at a public link",
    description: PUBLISH,
    params: projectParams,
    body: publishRequest,
    responses: { 200: shareState, 201: shareState },
    errors: ["NOT_FOUND", "IDEMPOTENCY_CONFLICT"],
    examples: publishExample,
  }),
  readProjectShare: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/share",
    scope: "studio:read",
    tag: "Sharing",
    summary: "The public link of a project",
    description: READ,
    params: projectParams,
    responses: { 200: shareState },
    errors: ["NOT_FOUND"],
  }),
  revokeProjectShare: endpoint({
    method: "DELETE",
    path: "/studio/projects/{projectId}/share",
    scope: "studio:write",
    tag: "Sharing",
    summary: "Revoke the public link of a project",
    description: REVOKE,
    params: projectParams,
    responses: { 200: shareState },
    errors: ["NOT_FOUND"],
  }),
  createListenerPlace: endpoint({
    method: "POST",
    path: "/shared/{shareSlug}/place",
    scope: null,
    tag: "Sharing",
    summary: "Keep a listener's place for other devices",
    description:
      "Needs no key. For a listener of a public link who wants to continue on another device: the answer contains a token that reads, writes and deletes this place and nothing else. The server stores its hash, and nothing about the person. The place ends with the link, when it was not written for 90 days, and two days after its creation if it was never written again. A link takes 30 new places a minute and has at most 10,000; above that the answer is 429.",
    params: linkParams,
    body: listenerPlaceRequest,
    responses: { 201: createdListenerPlace },
    errors: ["NOT_FOUND"],
    examples: {
      body: PLACE_BODY,
      responses: { 201: { token: "q3J0bXJvd3MtYXJlLXNsb3", place: { ...PLACE, version: 1 } } },
    },
  }),
  readListenerPlace: endpoint({
    method: "GET",
    path: "/shared/{shareSlug}/place",
    scope: null,
    tag: "Sharing",
    summary: "A listener's place",
    description: "Needs no key, but the token of the place. Another token, or a token of another link, is 404.",
    params: linkParams,
    headers: placeHeaders,
    responses: { 200: storedListenerPlace },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { place: PLACE } } },
  }),
  writeListenerPlace: endpoint({
    method: "PUT",
    path: "/shared/{shareSlug}/place",
    scope: null,
    tag: "Sharing",
    summary: "Store a listener's place",
    description:
      "Needs no key, but the token of the place. The last request wins. The chapter must be behind the link (404 otherwise). A place takes one write a second, and 30 at once after a pause; above that the answer is 429.",
    params: linkParams,
    headers: placeHeaders,
    body: listenerPlaceRequest,
    responses: { 200: storedListenerPlace },
    errors: ["NOT_FOUND"],
    examples: { body: PLACE_BODY, responses: { 200: { place: PLACE } } },
  }),
  deleteListenerPlace: endpoint({
    method: "DELETE",
    path: "/shared/{shareSlug}/place",
    scope: null,
    tag: "Sharing",
    summary: "Delete a listener's place",
    description: "Needs no key, but the token of the place. The token opens nothing from now on.",
    params: linkParams,
    headers: placeHeaders,
    responses: { 200: storedListenerPlace },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { place: PLACE } } },
  }),
};
