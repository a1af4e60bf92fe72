import { z } from "zod";
import { uuid } from "../schemas/primitives.ts";
import {
  createdReviewLink,
  reviewCommentId,
  reviewCommentRequest,
  reviewLinkRequest,
  reviewState,
  revokedReviewLink,
} from "../schemas/reviews.ts";
import { endpoint } from "./endpoint.ts";

const ID = "0b8f3c52-6f0e-4f39-8c1c-3f1d0a6f7e11";

const LINK = {
  id: ID,
  project_id: "5a0c3b7e-2f4d-4c8e-9b1a-6d7e8f901234",
  name: "Ann",
  state: "active",
  created_at: "2026-11-24T09:00:00.000Z",
  expires_at: "2026-12-08T09:00:00.000Z",
} as const;
const COMMENT = {
  id: "8d1f6a52-93b4-4f0e-a7c5-2b3c4d5e6f70",
  review_link_id: ID,
  section_id: "1c9e6679-7425-40de-944b-e07fc1f90ae7",
  block_id: "2c9e6679-7425-40de-944b-e07fc1f90ae7",
  quote: "Not yet.",
  name: "Ann",
  text: "Please say this more slowly.",
  created_at: "2026-11-25T10:00:00.000Z",
};

export const reviewEndpoints = {
  createReviewLink: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/review-links",
    scope: "studio:write",
    tag: "Sharing",
    summary: "Create a review link",
    description:
      "The link opens a page where a reader without an account reads, listens and comments on lines. Only this answer contains the address. A project has at most 20 active links and 200 in all.",
    params: z.strictObject({ projectId: uuid }),
    body: reviewLinkRequest,
    responses: { 201: createdReviewLink },
    errors: ["NOT_FOUND"],
    examples: {
      body: { schema_version: 1, name: "Ann", days: 14 },
      responses: { 201: { review_link: LINK, url: "http://127.0.0.1:7411/r/q3J0bXJvd3MtYXJlLXNsb3" } },
    },
  }),
  listReviewLinks: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/review-links",
    scope: "studio:read",
    tag: "Sharing",
    summary: "The review links and comments of a project",
    params: z.strictObject({ projectId: uuid }),
    responses: { 200: reviewState },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { review_links: [LINK], review_comments: [COMMENT] } } },
  }),
  revokeReviewLink: endpoint({
    method: "DELETE",
    path: "/studio/review-links/{reviewLinkId}",
    scope: "studio:write",
    tag: "Sharing",
    summary: "Revoke a review link",
    description: "From now on the page and its audio are 404. The comments stay. Revoking again changes nothing.",
    params: z.strictObject({ reviewLinkId: uuid }),
    responses: { 200: revokedReviewLink },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { review_link: { ...LINK, state: "revoked" } } } },
  }),
  deleteReviewComment: endpoint({
    method: "DELETE",
    path: "/studio/review-comments/{reviewCommentId}",
    scope: "studio:write",
    tag: "Sharing",
    summary: "Delete a comment",
    params: z.strictObject({ reviewCommentId: uuid }),
    responses: { 200: reviewCommentId },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { review_comment_id: COMMENT.id } } },
  }),
  addReviewComment: endpoint({
    method: "POST",
    path: "/reviews/{reviewSlug}/comments",
    scope: null,
    tag: "Sharing",
    summary: "Comment on a line through a review link",
    description: "Needs no key. A link takes at most 500 comments.",
    params: z.strictObject({ reviewSlug: z.string().max(64) }),
    body: reviewCommentRequest,
    responses: { 201: reviewCommentId },
    errors: ["NOT_FOUND"],
    examples: {
      body: { section_id: COMMENT.section_id, block_id: COMMENT.block_id, name: COMMENT.name, text: COMMENT.text },
      responses: { 201: { review_comment_id: COMMENT.id } },
    },
  }),
};
