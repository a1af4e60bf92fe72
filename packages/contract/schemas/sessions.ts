// Sessions of browsers on the wire.

import { z } from "zod";
import { accountProfile, scope } from "./account.ts";
import { timestamp, uuid } from "./primitives.ts";

const sessionFields = {
  id: uuid,
  kind: z.enum(["browser", "working", "listening"]).meta({
    description: "browser: opened with a key. working and listening: opened with a pairing code on another device.",
  }),
  name: z.string().meta({ description: "The device, as the client named it." }),
  created_at: timestamp,
  expires_at: timestamp.meta({ description: "Thirty days after its beginning. It can end earlier, with its key." }),
  last_used_at: timestamp.nullable(),
  is_current: z.boolean().meta({ description: "Whether this request belongs to it." }),
};

export const session = z.strictObject(sessionFields).meta({ id: "Session", description: "A session of a browser." });

export const signedIn = z
  .strictObject({
    ...sessionFields,
    api_key_id: uuid.meta({ description: "The key that the session ends with." }),
    scopes: z.array(scope),
    account: accountProfile,
  })
  .meta({ id: "SignedIn", description: "The session of the request, what it may do, and its account." });

export const pairing = z
  .strictObject({
    id: uuid,
    kind: z.enum(["working", "listening"]).meta({ description: "What the device may do." }),
    code: z.string().meta({ description: "Shown once. People can type it." }),
    urls: z
      .array(z.url())
      .min(1)
      .meta({ description: "Addresses of the studio with the code, the most likely first. For a QR code." }),
    is_reachable: z.boolean().meta({
      description: "Whether other devices can open the addresses. False: the server listens on this machine only.",
    }),
    expires_at: timestamp.meta({ description: "Until when the code opens a session." }),
  })
  .meta({ id: "Pairing", description: "A code that signs another device in once." });
