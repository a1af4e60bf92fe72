import { z } from "zod";
import { mutationBody } from "./mutation-body.ts";
import { schemaVersion1, timestamp, trimmedText, url, uuid } from "./primitives.ts";

export const reviewLink = z
  .strictObject({
    id: uuid.meta({ description: "The id of the link. It does not open the page." }),
    project_id: uuid,
    name: z.string().meta({ description: "The owner's name for the link." }),
    state: z.enum(["active", "revoked", "expired"]).meta({ description: "Only an active link opens." }),
    created_at: timestamp,
    expires_at: timestamp.meta({ description: "The link does not open from this time on." }),
  })
  .meta({ id: "ReviewLink" });

export const reviewComment = z
  .strictObject({
    id: uuid.meta({ description: "The comment." }),
    review_link_id: uuid.meta({ description: "The link that the reader used." }),
    section_id: uuid,
    block_id: uuid.meta({ description: "The line. It may be deleted." }),
    quote: z.string().meta({ description: "The first words of the line when the comment was written." }),
    name: z.string().meta({ description: "The name that the reader gave. It is not checked." }),
    text: z.string().meta({ description: "The comment, plain text." }),
    created_at: timestamp,
  })
  .meta({ id: "ReviewComment" });

export const reviewLinkRequest = mutationBody({
  schema_version: schemaVersion1,
  name: trimmedText({ min: 1, max: 60 }).meta({ description: "The owner's name for the link." }),
  days: z.int().min(1).max(90).meta({ description: "How many days the link is valid." }),
}).meta({ id: "ReviewLinkRequest" });

export const createdReviewLink = z.strictObject({
  review_link: reviewLink.meta({ description: "The new link." }),
  url: url.meta({ description: "The page of the link. It is shown only here." }),
});

export const reviewState = z.strictObject({
  review_links: z.array(reviewLink).meta({ description: "The links of the project, the newest first, at most 200." }),
  review_comments: z.array(reviewComment).meta({ description: "The newest comments, at most 1,000." }),
});

export const revokedReviewLink = z.strictObject({
  review_link: reviewLink.meta({ description: "The link as it is now." }),
});

export const reviewCommentRequest = mutationBody({
  section_id: uuid,
  block_id: uuid.meta({ description: "The line." }),
  name: trimmedText({ min: 1, max: 60 }).meta({ description: "The name of the reader." }),
  text: trimmedText({ min: 1, max: 2000 }).meta({ description: "The comment, plain text." }),
}).meta({ id: "ReviewCommentRequest" });

export const reviewCommentId = z.strictObject({
  review_comment_id: uuid.meta({ description: "The comment." }),
});
