import { z } from "zod";
import { uuid } from "../schemas/primitives.ts";
import { publishRequest, shareState } from "../schemas/sharing.ts";
import { endpoint } from "./endpoint.ts";

const sectionParams = z.strictObject({ sectionId: uuid });
const projectParams = z.strictObject({ projectId: uuid });

const PUBLISH = [
  "Publishes at a public link that needs no key: the page `/s/{slug}`, its data `/s/{slug}/story.json`, and for a project the",
  "podcast feed `/s/{slug}/feed.xml`. 201 for a new link. An active link is returned with 200, and `allow_download` changes if",
  "it is given. After a revocation the new link has a new slug. The request returns at once. In the background, sections with",
  "complete audio are mixed into MP3 files, which are listed as exports; no speech is generated and nothing is charged. A",
  "section without complete audio plays the audio that it has.",
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
};
