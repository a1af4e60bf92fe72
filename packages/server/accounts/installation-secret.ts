import { randomBytes } from "node:crypto";
import type { Services } from "../services.ts";

/** A secret that all processes of this installation share and that outlives restarts; created at its first use. */
export async function installationSecret({ db }: Pick<Services, "db">, name: string): Promise<Uint8Array> {
  await db.q
    .insertInto("installation_secrets")
    .values({ name, secret: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.q
    .selectFrom("installation_secrets")
    .select("secret")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return Buffer.from(row.secret, "base64url");
}
