// The endpoint table. Validation, the OpenAPI document and the typed client come from these rows. The server's handlers are
// a Record over their ids, so a new row does not compile until it has a handler.

import { accountEndpoints } from "./endpoints/account.ts";
import { administrationEndpoints } from "./endpoints/administration.ts";
import { bookEndpoints } from "./endpoints/books.ts";
import { documentEndpoints } from "./endpoints/documents.ts";
import type { Endpoint } from "./endpoints/endpoint.ts";
import { eventEndpoints } from "./endpoints/events.ts";
import { exportEndpoints } from "./endpoints/exports.ts";
import { feedbackEndpoints } from "./endpoints/feedback.ts";
import { lexiconEndpoints } from "./endpoints/lexicon.ts";
import { mediaEndpoints } from "./endpoints/media.ts";
import { projectEndpoints } from "./endpoints/projects.ts";
import { sectionEndpoints } from "./endpoints/sections.ts";
import { serviceEndpoints } from "./endpoints/service.ts";
import { sharingEndpoints } from "./endpoints/sharing.ts";
import { soundEndpoints } from "./endpoints/sounds.ts";
import { speakerEndpoints } from "./endpoints/speakers.ts";
import { voiceEndpoints } from "./endpoints/voices.ts";
import { workflowEndpoints } from "./endpoints/workflows.ts";

export const endpoints = {
  ...serviceEndpoints,
  ...accountEndpoints,
  ...administrationEndpoints,
  ...voiceEndpoints,
  ...projectEndpoints,
  ...bookEndpoints,
  ...sectionEndpoints,
  ...documentEndpoints,
  ...speakerEndpoints,
  ...lexiconEndpoints,
  ...workflowEndpoints,
  ...eventEndpoints,
  ...mediaEndpoints,
  ...exportEndpoints,
  ...sharingEndpoints,
  ...feedbackEndpoints,
  ...soundEndpoints,
} as const satisfies { readonly [id: string]: Endpoint };

export type Endpoints = typeof endpoints;
export type EndpointId = keyof Endpoints;
