import { z } from "zod";
import {
  catalogueLinkAnswer,
  catalogueLinkList,
  catalogueLinkRequest,
  createdCatalogueLink,
} from "../schemas/catalogues.ts";
import { uuid } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

const LINK = {
  id: "6d2f8a10-3b7c-4e59-9a41-2c5d7e9f0b31",
  name: "My phone",
  created_at: "2026-11-26T09:00:00.000Z",
} as const;

export const catalogueEndpoints = {
  createCatalogueLink: endpoint({
    method: "POST",
    path: "/catalogue-links",
    scope: "account:write",
    tag: "Sharing",
    summary: "Create a catalogue address",
    description:
      "Reading programs find the finished books of the account there, as an OPDS catalogue. Only this answer contains the address. The address opens the catalogue, its covers and its files, and nothing else; who has it can read. An account has at most 20.",
    body: catalogueLinkRequest,
    responses: { 201: createdCatalogueLink },
    errors: [],
    examples: {
      body: { schema_version: 1, name: "My phone" },
      responses: {
        201: {
          catalogue_link: LINK,
          url: "http://127.0.0.1:7411/opds/q3J0bXJvd3MtYXJlLXNsb3",
          json_url: "http://127.0.0.1:7411/opds/q3J0bXJvd3MtYXJlLXNsb3/2",
        },
      },
    },
  }),
  listCatalogueLinks: endpoint({
    method: "GET",
    path: "/catalogue-links",
    scope: "account:read",
    tag: "Sharing",
    summary: "The catalogue addresses of the account",
    description: "Without the addresses themselves, which are not stored.",
    responses: { 200: catalogueLinkList },
    errors: [],
    examples: { responses: { 200: { catalogue_links: [LINK] } } },
  }),
  deleteCatalogueLink: endpoint({
    method: "DELETE",
    path: "/catalogue-links/{catalogueLinkId}",
    scope: "account:write",
    tag: "Sharing",
    summary: "Delete a catalogue address",
    description: "The address opens nothing from now on.",
    params: z.strictObject({ catalogueLinkId: uuid }),
    responses: { 200: catalogueLinkAnswer },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { catalogue_link: LINK } } },
  }),
};
