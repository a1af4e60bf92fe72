// Checks of the services that an installation uses. Nothing stored is changed: one file is stored in the bucket and deleted.

import { examinePostgres } from "./db/examine-postgres.ts";
import { examineBucket } from "./files/s3/examine-bucket.ts";
import { bad, type Finding, ok } from "./finding.ts";
import type { Settings } from "./settings.ts";

/** Findings by the name of their check; none for an installation that needs only its data folder. */
export async function examineServices({
  databaseUrl,
  s3,
}: Pick<Settings, "databaseUrl" | "s3">): Promise<ReadonlyMap<string, Finding>> {
  const database = databaseUrl === null ? null : await examinePostgres(databaseUrl);
  const bucket = s3 === null ? null : await examineBucket(s3);
  const findings = new Map([...(database?.findings ?? []), ...(bucket?.findings ?? [])]);
  const [ofDatabase, ofBucket] = [database?.installation ?? null, bucket?.installation ?? null];
  if (ofDatabase !== null && ofBucket !== null) findings.set("installation", compared(ofDatabase, ofBucket));
  return findings;
}

function compared(ofDatabase: string, ofBucket: string): Finding {
  if (ofDatabase === ofBucket) return ok(`database and bucket belong to installation ${ofBucket}`);
  return bad(
    `the database belongs to installation ${ofDatabase}, the bucket to ${ofBucket}; set FULLCAST_DATABASE_URL and FULLCAST_S3_BUCKET of one installation`,
  );
}
