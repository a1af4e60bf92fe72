// The publishing passport of a project: gathered from the rows of its takes, sounds and files, and signed.

import type { Caller, SignedPassport } from "@fullcast/contract";
import { narrationOf, sourceTypeAddress, sourceTypeOf } from "@fullcast/core/disclosure";
import {
  PASSPORT_FORMAT,
  type Passport,
  type PassportFile,
  passportWarnings,
  type ShopCheck,
  signedText,
} from "@fullcast/core/passport";
import { type FileMeasures, meetsAll, SHOP_IDS, SHOP_PROFILES } from "@fullcast/core/sound";
import { installationSecret } from "../accounts/accounts.ts";
import { bookOf } from "../books/books.ts";
import { sectionsOfProject } from "../documents/documents.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { consentsOfHeard, heardVoices } from "./heard-voices.ts";
import { linkedSounds } from "./linked-sounds.ts";
import { type PassportKey, publicKeyOf, signText } from "./signature.ts";

const SECRET = "passport-signing";
/** The newest files. */
const MOST_FILES = 200;

/** @throws ApiError NOT_FOUND */
export async function getPassport(
  services: Pick<Services, "db" | "engines" | "clock">,
  caller: Caller,
  projectId: string,
): Promise<SignedPassport> {
  const project = await findProject(services, caller, projectId);
  const book = await bookOf(services, projectId);
  const { heard, voices, recorded_lines } = await heardVoices(services, { projectId, sectionId: null });
  const type = sourceTypeOf(heard);
  const about = {
    narration: narrationOf(heard),
    undisclosed_reason: book?.details.undisclosed_reason ?? null,
    voices,
    recorded_lines,
    consents: await consentsOfHeard(services, { projectId, sectionId: null }),
    sounds: await linkedSounds(services, caller.accountId, projectId),
  };
  const passport: Passport = {
    format: PASSPORT_FORMAT,
    made_at: services.clock().toISOString(),
    project_id: projectId,
    title: book?.title ?? (project.name?.trim() || (await titleOfFirst(services, projectId))),
    author: book?.author ?? null,
    language: book?.language ?? null,
    source_type: type === null ? null : sourceTypeAddress(type),
    ...about,
    files: await filesOf(services, projectId),
    warnings: passportWarnings(about),
  };
  return { schema_version: 1, passport, jws: signText(signedText(passport), await seedOf(services)) };
}

/** A standalone story has the title of its section. */
async function titleOfFirst(services: Pick<Services, "db">, projectId: string): Promise<string> {
  const [first] = await sectionsOfProject(services, projectId);
  return first?.title.trim() || "Untitled";
}

/** The public keys of this installation, as a JSON Web Key Set. */
export async function getPassportKeys(services: Pick<Services, "db">): Promise<{ keys: PassportKey[] }> {
  return { keys: [publicKeyOf(await seedOf(services))] };
}

const seedOf = ({ db }: Pick<Services, "db">): Promise<Uint8Array> => installationSecret({ db }, SECRET);

async function filesOf({ db, clock }: Pick<Services, "db" | "clock">, projectId: string): Promise<PassportFile[]> {
  const rows = await db.q
    .selectFrom("exports")
    .innerJoin("export_artifacts", "export_artifacts.id", "exports.artifact_id")
    .select([
      "exports.id",
      "exports.format",
      "exports.manifest_hash",
      "exports.completed_at",
      "export_artifacts.filename",
      "export_artifacts.size_bytes",
      "export_artifacts.sha256",
      "export_artifacts.report",
    ])
    .where("exports.project_id", "=", projectId)
    .where("exports.status", "=", "completed")
    .where("export_artifacts.expires_at", ">", clock())
    .where("export_artifacts.file_removed", "=", false)
    .orderBy("exports.completed_at", "desc")
    .orderBy("exports.id")
    .limit(MOST_FILES)
    .execute();
  return rows.map((row) => ({
    export_id: row.id,
    format: row.format,
    filename: row.filename,
    size_bytes: Number(row.size_bytes),
    sha256: row.sha256,
    manifest_hash: row.manifest_hash,
    completed_at: (row.completed_at ?? clock()).toISOString(),
    shop_checks: checksOf((row.report as { readonly measures?: FileMeasures }).measures),
  }));
}

function checksOf(measures: FileMeasures | undefined): ShopCheck[] {
  if (measures === undefined) return [];
  return SHOP_IDS.map((id) => {
    const { name, verdicts, machine_voices, rules_as_of, read_on } = SHOP_PROFILES[id];
    const rules = verdicts(measures);
    return {
      shop: name,
      passed: meetsAll(rules),
      missed: rules.flatMap(({ rule, passed }) => (passed ? [] : [rule])),
      machine_voices,
      rules_as_of: rules_as_of ?? read_on,
    };
  });
}
