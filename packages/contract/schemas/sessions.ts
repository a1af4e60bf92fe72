// Sessions of browsers.

import { z } from "zod";
import { accountProfile, scope } from "./account.ts";
import { timestamp, uuid } from "./primitives.ts";

const sessionFields = {
  id: uuid,
  kind: z.enum(["browser", "working", "listening"]).meta({
    description: "browser: opened with a key. working and listening: opened with a pairing code on another device.",
  }),
  name: z.string().meta({ description: "The client's name for the device." }),
  created_at: timestamp,
  expires_at: timestamp.meta({
    description: "Thirty days after its start. It ends earlier if its key is revoked or expires.",
  }),
  last_used_at: timestamp.nullable(),
  is_current: z.boolean().meta({ description: "Whether this request belongs to it." }),
};

export const session = z.strictObject(sessionFields).meta({ id: "Session", description: "A session of a browser." });

export const signedIn = z
  .strictObject({
    ...sessionFields,
    api_key_id: uuid.meta({
      description: "The key of the session. The session ends when the key is revoked or expires.",
    }),
    scopes: z.array(scope),
    account: accountProfile,
  })
  .meta({ id: "SignedIn", description: "The session of the request, its scopes and its account." });

export const pairing = z
  .strictObject({
    id: uuid,
    kind: z.enum(["working", "listening"]).meta({ description: "What the device may do." }),
    code: z.string().meta({ description: "The code, in a form that people can type. Shown once." }),
    urls: z
      .array(z.url())
      .min(1)
      .meta({ description: "Addresses of the studio with the code, the most likely first. For a QR code." }),
    is_reachable: z.boolean().meta({
      description: "Whether other devices can open the addresses. False: the server listens on this machine only.",
    }),
    expires_at: timestamp.meta({ description: "When the code expires." }),
  })
  .meta({ id: "Pairing", description: "A code that signs another device in once." });
