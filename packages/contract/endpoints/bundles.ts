import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { BUNDLE_FAULTS, BUNDLE_TYPES, bundleImport } from "../schemas/bundles.ts";
import { text, uuid } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

const IMPORT = {
  project: { id: "16fd2706-8baf-433b-82eb-8c7fada847da", name: "The Lighthouse", project_kind: "named" },
  sections: [{ section_id: "0c7e2c1a-4a55-4a0e-8f39-7d7c1a2b3c44", title: "Chapter One", source_text_length: 11_204 }],
  speaker_count: 5,
  take_count: 214,
  withheld_take_count: 0,
  sound_count: 2,
  same_ids: true,
  idempotent_replay: false,
} as const;

export const bundleEndpoints = {
  exportBundle: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/bundle",
    scope: "studio:read",
    tag: "Projects",
    summary: "The whole project as one file (.fullcast)",
    description:
      "A ZIP file with the scripts, the cast, the lexicon, the mastering profile, the book data, the series with its people, the sounds that the project links or plays, every take, and `manifest.json` with the SHA-256 of each file. Earlier versions of the scripts, runs, exports and share links are not in it. `POST /studio/bundles` reads it on any installation.",
    params: z.strictObject({ projectId: uuid }),
    answer: "bytes",
    responses: { 200: z.string().meta({ description: BUNDLE_TYPES[0] }) },
    errors: ["NOT_FOUND", "RANGE_NOT_SATISFIABLE", "STORAGE_FULL"],
  }),
  importBundle: endpoint({
    method: "POST",
    path: "/studio/bundles",
    scope: "studio:write",
    tag: "Projects",
    summary: "Create a project from a bundle",
    description: [
      "The body is a file that `GET …/bundle` wrote. The project has the same scripts, cast, versions and takes: manifests have the same hashes and no line needs to be spoken again. The ids of the bundle stay, unless one of them already exists on this installation; then all ids are new. Voices of unavailable engines keep their casts and takes.",
      "A project that was in a series joins the account's series with the same id, or else the same name; if there is none, the series is created. Its people are added where the series does not have them; people that it has stay as they are.",
      "Sounds become private sounds of the account. If the account already has a sound, that sound is used.",
      "A process with limits decodes all audio and encodes it again without loss. A file whose bytes differ afterwards is refused.",
      `A file that cannot be read is 400 \`BUNDLE_UNREADABLE\`, and nothing is stored. \`details.reason\` is one of ${BUNDLE_FAULTS.map((fault) => `\`${fault}\``).join(", ")}.`,
      "201 for a new project, 200 when the same bytes are sent again with the same `Idempotency-Key`.",
    ].join("\n\n"),
    headers: z.object({ "idempotency-key": text({ min: 1, max: LIMITS.idempotency_key_units }) }),
    upload: { contentTypes: BUNDLE_TYPES, limitBytes: LIMITS.bundle_bytes },
    responses: { 200: bundleImport, 201: bundleImport },
    errors: ["BUNDLE_UNREADABLE", "IDEMPOTENCY_CONFLICT", "STORAGE_FULL", "STORAGE_QUOTA_EXCEEDED"],
    examples: { responses: { 201: IMPORT, 200: { ...IMPORT, idempotent_replay: true } } },
  }),
};
