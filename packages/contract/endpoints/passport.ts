import { z } from "zod";
import { passportKeys, signedPassport } from "../schemas/passport.ts";
import { uuid } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

export const passportEndpoints = {
  readPassport: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/passport",
    scope: "studio:read",
    tag: "Sharing",
    summary: "The publishing passport of a project",
    description:
      "Engines, models and licences of every voice that is heard, recordings of people, rights of sounds, hashes of finished files and of their timelines, shop checks of measured files, and warnings. Made at the request and signed with the key of the installation; the answer's data is the file that `fullcast passport verify` checks.",
    params: z.strictObject({ projectId: uuid }),
    responses: { 200: signedPassport },
    errors: ["NOT_FOUND"],
  }),
  readPassportKeys: endpoint({
    method: "GET",
    path: "/passport-keys",
    scope: null,
    tag: "Sharing",
    summary: "The public keys of this installation's passports",
    description: "A JSON Web Key Set without the envelope. Needs no key.",
    answer: "json",
    responses: { 200: passportKeys },
    errors: [],
    examples: {
      responses: {
        200: {
          keys: [
            {
              kty: "OKP",
              crv: "Ed25519",
              x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
              kid: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
            },
          ],
        },
      },
    },
  }),
};
