// What asking about the sections of a project would take, before anything is asked. An estimate: text that is not structured yet
// has no lines, and a window of prepared lines depends on where they stand.

import type { Caller } from "@fullcast/contract";
import { ATTRIBUTION_NAMESPACE } from "@fullcast/core/document";
import { type Estimate, estimateOfLength, estimateOfLines } from "@fullcast/core/language-model";
import { sql } from "kysely";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { costOf } from "./use.ts";

/** @throws ApiError NOT_FOUND */
export async function quoteLanguageModel(
  services: Pick<Services, "db" | "settings">,
  caller: Caller,
  projectId: string,
) {
  await findProject(services, caller, projectId);
  const settings = services.settings.languageModel;
  // What the model or a person settled is not asked about again.
  const unsure = `$[*] ? (@.namespace == "${ATTRIBUTION_NAMESPACE}" && @.payload.confidence < ${settings?.threshold ?? 0} && @.payload.method != "user" && @.payload.method != "model")`;
  const { rows } = await sql<{ section_id: string; unparsed: string | number; unsure: string | number }>`
    select sections.id as section_id,
      coalesce(sum(length(blocks.content->>'text')) filter (where blocks.kind = 'unparsed'), 0) as unparsed,
      count(blocks.id) filter (where blocks.kind = 'speech'
        and jsonb_path_exists(blocks.content->'annotations', ${unsure}::jsonpath)) as unsure
    from sections left join blocks on blocks.section_id = sections.id
    where sections.project_id = ${projectId}
    group by sections.id, sections.section_index order by sections.section_index
  `.execute(services.db.q);
  const sections = rows.map((row) => {
    const estimate = settings === null ? NOTHING : estimateOf(Number(row.unparsed), Number(row.unsure));
    const requests = Math.min(estimate.requests, settings?.maxRequests ?? 0);
    return { section_id: row.section_id, ...shareOf(estimate, requests) };
  });
  const total = sections.reduce(sum, NOTHING);
  const cost =
    settings === null ? null : costOf(settings, { prompt: total.prompt_tokens, completion: total.completion_tokens });
  return { project_id: projectId, enabled: settings !== null, sections, total: { ...total, cost } };
}

const NOTHING: Estimate = { lines: 0, requests: 0, prompt_tokens: 0, completion_tokens: 0 };

function estimateOf(unparsed: number, unsure: number): Estimate {
  return sum(estimateOfLength(unparsed), estimateOfLines(unsure));
}

function sum(one: Estimate, two: Estimate): Estimate {
  return {
    lines: one.lines + two.lines,
    requests: one.requests + two.requests,
    prompt_tokens: one.prompt_tokens + two.prompt_tokens,
    completion_tokens: one.completion_tokens + two.completion_tokens,
  };
}

/** The estimate of fewer requests. */
function shareOf(estimate: Estimate, requests: number): Estimate {
  if (estimate.requests === requests) return estimate;
  const share = (count: number) => Math.ceil((count * requests) / estimate.requests);
  return {
    lines: share(estimate.lines),
    requests,
    prompt_tokens: share(estimate.prompt_tokens),
    completion_tokens: share(estimate.completion_tokens),
  };
}
