import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const serviceEndpoints = {
  readHealth: endpoint({
    method: "GET",
    path: "/health",
    scope: null,
    tag: "Service",
    summary: "Health check",
    description: "Answers as soon as the service is reachable. Performs no other checks.",
    responses: {
      200: z.strictObject({ status: z.literal("ok"), version: z.string() }).meta({ id: "Health" }),
    },
    errors: [],
    examples: { responses: { 200: { status: "ok", version: "1.0.0-beta" } } },
  }),
  readReady: endpoint({
    method: "GET",
    path: "/ready",
    scope: null,
    tag: "Service",
    summary: "Readiness check",
    description:
      "200 when the database and the object store answer. 503 `SERVICE_UNAVAILABLE` otherwise; `details.unavailable` names what does not answer within five seconds.",
    responses: { 200: z.strictObject({ status: z.literal("ready") }).meta({ id: "Readiness" }) },
    errors: ["SERVICE_UNAVAILABLE"],
    examples: { responses: { 200: { status: "ready" } } },
  }),
  readOpenApi: endpoint({
    method: "GET",
    path: "/openapi.json",
    scope: null,
    tag: "Service",
    summary: "This interface as an OpenAPI 3.1 document",
    answer: "json",
    responses: {
      200: z
        .object({ openapi: z.string(), info: z.object({ title: z.string(), version: z.string() }) })
        .loose()
        .meta({ description: "An OpenAPI 3.1 document, without the envelope." }),
    },
    errors: [],
  }),
};
