import type { Caller } from "@fullcast/contract";
import { scriptText, scriptUnits } from "@fullcast/core/document";
import { atOneVersion, blocksOf } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { projectCast } from "../speakers/speakers.ts";
import { writingCast } from "./script-cast.ts";

/** A section's script as text, in the format that importScript() reads. */
export async function readScript(services: Pick<Services, "db" | "engines">, caller: Caller, sectionId: string) {
  const { section, value } = await atOneVersion(services, caller, sectionId, async (now) => {
    const [cast, stored] = await Promise.all([projectCast(services, now.project_id), blocksOf(services, sectionId)]);
    return scriptText(
      scriptUnits(
        stored.map(({ block }) => block),
        writingCast(cast),
      ),
    );
  });
  return { document_version: section.document_version, text: value };
}
