// Series: created, listed, read, renamed, deleted; projects join and leave them.

import { ApiError, type Caller, invalidField, LIMITS, type Series } from "@fullcast/contract";
import { seriesKey } from "@fullcast/core/structure";
import { canonicalRequest, once } from "../db/once.ts";
import { lockProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { peopleOnWire } from "./person-on-wire.ts";
import {
  findSeries,
  insertSeries,
  knownPeople,
  type ListedSeries,
  listedSeries,
  lockSeriesOf,
  moveProject,
  nameSeries,
  peopleOf,
  projectsOfSeries,
  removePerson,
  removeSeries,
  type SeriesProjectRow,
  type SeriesRow,
  seriesIdOf,
} from "./store.ts";

type Db = Pick<Services, "db">;

function seriesOnWire({ id, name, person_count }: ListedSeries, projects: readonly SeriesProjectRow[]): Series {
  return {
    id,
    name,
    person_count,
    projects: projects.flatMap(({ series_id, ...project }) => (series_id === id ? [project] : [])),
  };
}

export async function listSeries(services: Db, { accountId }: Caller) {
  const [rows, projects] = await Promise.all([
    listedSeries(services, accountId),
    projectsOfSeries(services, accountId),
  ]);
  return { series: rows.map((row) => seriesOnWire(row, projects)) };
}

async function oneSeries(services: Db, caller: Caller, seriesId: string): Promise<Series> {
  const [row] = await listedSeries(services, caller.accountId, seriesId);
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "series" });
  return seriesOnWire(row, await projectsOfSeries(services, caller.accountId));
}

/** @throws ApiError INVALID_REQUEST for the name of another series, and when the account has too many. */
export async function createSeries(
  services: Pick<Services, "db" | "clock" | "newId">,
  caller: Caller,
  body: { readonly schema_version: 1; readonly client_mutation_id: string; readonly name: string },
) {
  const { accountId } = caller;
  const request = {
    accountId,
    key: body.client_mutation_id,
    operation: "createSeries",
    request: canonicalRequest({ ...body }),
  };
  const { result, replayed } = await once(services, request, async () => {
    const others = await lockSeriesOf(services, accountId);
    if (others.length >= LIMITS.series)
      throw invalidField("name", `an account has at most ${LIMITS.series} series; delete one first`);
    const id = services.newId();
    await insertSeries(services, newSeries(services, { id, accountId, name: freeName(others, body.name, id) }));
    return { id };
  });
  return { series: await oneSeries(services, caller, result.id), idempotent_replay: replayed };
}

export function newSeries(
  { clock }: Pick<Services, "clock">,
  { id, accountId, name }: { readonly id: string; readonly accountId: string; readonly name: string },
): SeriesRow {
  const at = clock();
  return { id, account_id: accountId, name, name_key: seriesKey(name), created_at: at, updated_at: at };
}

function freeName(all: readonly SeriesRow[], name: string, id: string): string {
  const key = seriesKey(name);
  if (all.some((row) => row.name_key === key && row.id !== id))
    throw invalidField("name", `the account has a series “${name}” already`);
  return name;
}

export async function readSeries(services: Pick<Services, "db" | "engines">, caller: Caller, seriesId: string) {
  const { series, ...rows } = await services.db.transaction(async () => ({
    series: await oneSeries(services, caller, seriesId),
    people: await peopleOf(services, seriesId),
    known: await knownPeople(services, seriesId),
  }));
  const people = peopleOnWire(await services.engines.catalogue(), rows);
  return { series: { ...series, people: [...people.values()] } };
}

/** @throws ApiError NOT_FOUND; INVALID_REQUEST for the name of another series */
export async function renameSeries(
  services: Pick<Services, "db" | "clock">,
  caller: Caller,
  seriesId: string,
  name: string,
) {
  return services.db.transaction(async () => {
    const all = await lockSeriesOf(services, caller.accountId);
    const row = all.find(({ id }) => id === seriesId);
    if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "series" });
    await nameSeries(services, { ...row, name: freeName(all, name, seriesId), name_key: seriesKey(name) });
    return { series: await oneSeries(services, caller, seriesId) };
  });
}

/** @throws ApiError NOT_FOUND */
export async function deleteSeries(services: Db, caller: Caller, seriesId: string) {
  await services.db.transaction(async () => {
    await findSeries(services, caller, seriesId);
    await removeSeries(services, seriesId);
  });
  return { series_id: seriesId };
}

/** @throws ApiError NOT_FOUND */
export async function removeSeriesPerson(
  services: Db,
  caller: Caller,
  { seriesId, personId }: { readonly seriesId: string; readonly personId: string },
) {
  await services.db.transaction(async () => {
    await findSeries(services, caller, seriesId);
    if (!(await removePerson(services, seriesId, personId))) throw new ApiError("NOT_FOUND", { resource: "person" });
  });
  return { series_id: seriesId, person_id: personId };
}

/** @throws ApiError NOT_FOUND for a project or a series that is not the account's */
export async function setProjectSeries(
  services: Pick<Services, "db" | "clock">,
  caller: Caller,
  projectId: string,
  seriesId: string | null,
) {
  await services.db.transaction(async () => {
    await lockProject(services, caller, projectId);
    if (seriesId !== null) await findSeries(services, caller, seriesId);
    if ((await seriesIdOf(services, projectId)) !== seriesId) await moveProject(services, projectId, seriesId);
  });
  return { project_id: projectId, series_id: seriesId };
}
