// "fullcast series": people of one book, recognised in the next.

import { randomUUID } from "node:crypto";
import type { ProjectSeries, SeriesPerson } from "@fullcast/contract/client";
import { comparedName } from "@fullcast/core/document";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import type { Answer, Client } from "../connection/client.ts";
import { findProject, quoted } from "../stories/find-project.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";
import { printable, textTable } from "../terminal/text-table.ts";

type Listed = Answer<"listSeries">["series"][number];
type Proposal = ProjectSeries["proposals"][number];

interface SeriesOptions extends StoryOptions {
  readonly json?: boolean;
}

interface AcceptOptions extends SeriesOptions {
  readonly all?: boolean;
}

export function seriesCommand(): Command {
  const series = withDataDir(
    new Command("series").description("Take people from book to book: voices, names, pronunciations."),
  )
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      `
A project is a book's name or id, as "fullcast projects" lists it. Accepting gives a speaker the voice, other names and pronunciations that the person has in the series; only lines that change need new audio. docs/series.md explains it.

Examples:
  fullcast series                                          every series, with its books
  fullcast series join "The Boat" "The Harbour"            the series is made if it is new
  fullcast series save "The Boat"                          its people are known to later books now
  fullcast series show "The Harbour"                       the people of a series
  fullcast series join "The Fog" "The Harbour"
  fullcast series proposals "The Fog"                      who of them is in this book, and why
  fullcast series accept "The Fog" Mara Tom                these are the same people
  fullcast series accept "The Fog" --all
  fullcast series decline "The Fog" Tom                    this Tom is another person
  fullcast series leave "The Fog"
  fullcast series remove "The Harbour" Tom                 a person leaves the series
  fullcast series rename "The Harbour" "Harbour Books"
  fullcast series delete "The Harbour"                     the books stay, with their casts`,
    )
    .action(list);
  const add = (name: string, description: string) => {
    const command = withDataDir(new Command(name).description(description));
    series.addCommand(command);
    return command;
  };
  // Commander gives an option that "series" has too, such as "--data-dir", to "series": the options are read together.
  const globals = <T extends SeriesOptions>(command: Command): T => command.optsWithGlobals() as T;
  add("list", "List every series with its books.")
    .option("--json", "as JSON")
    .action((_options, command: Command) => list(globals(command)));
  add("show", "Show the people of a series.")
    .argument("<series>", "a series' name or id")
    .option("--json", "as JSON")
    .action((name: string, _options, command: Command) => show(name, globals(command)));
  add("join", "Make a project part of a series; a new name makes a new series.")
    .argument("<project>", "a project's name or id")
    .argument("[series]", "a series' name or id (the series that the book data names)")
    .action((project: string, name: string | undefined, _options, command: Command) =>
      join(project, name, globals(command)),
    );
  add("leave", "Take a project out of its series; its cast stays as it is.")
    .argument("<project>", "a project's name or id")
    .action((project: string, _options, command: Command) => leave(project, globals(command)));
  add("save", "Save people of a project to its series, or bring them up to date there.")
    .argument("<project>", "a project's name or id")
    .argument("[speakers...]", "only these speakers (the narrator and everyone with lines)")
    .action((project: string, names: string[], _options, command: Command) => save(project, names, globals(command)));
  add("proposals", "Show which speakers of a project are probably people of its series, and why.")
    .argument("<project>", "a project's name or id")
    .option("--json", "as JSON")
    .action((project: string, _options, command: Command) => proposals(project, globals(command)));
  add("accept", "Accept proposals: the speakers take over voice, names and pronunciations.")
    .argument("<project>", "a project's name or id")
    .argument("[speakers...]", "the speakers of these proposals")
    .option("--all", "every proposal")
    .action((project: string, names: string[], _options, command: Command) =>
      answer(project, names, true, globals<AcceptOptions>(command)),
    );
  add("decline", "Decline proposals: these are other people. They are not proposed again.")
    .argument("<project>", "a project's name or id")
    .argument("<speakers...>", "the speakers of these proposals")
    .action((project: string, names: string[], _options, command: Command) =>
      answer(project, names, false, globals<AcceptOptions>(command)),
    );
  add("remove", "Remove a person from a series; the books keep their casts.")
    .argument("<series>", "a series' name or id")
    .argument("<person>", "the person's name or id")
    .action((name: string, person: string, _options, command: Command) => remove(name, person, globals(command)));
  add("rename", "Give a series another name.")
    .argument("<series>", "a series' name or id")
    .argument("<name>", "the new name")
    .action((name: string, next: string, _options, command: Command) => rename(name, next, globals(command)));
  add("delete", "Delete a series with its people; the books stay.")
    .argument("<series>", "a series' name or id")
    .action((name: string, _options, command: Command) => erase(name, globals(command)));
  return series;
}

const asJson = (value: unknown) => process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
const table = (titles: readonly string[], rows: readonly (readonly string[])[]) =>
  console.log(
    textTable(
      titles.map((title) => ({ title, widest: 60 })),
      rows,
    ),
  );
const lines = (count: number) => `${count} ${count === 1 ? "line needs" : "lines need"} new audio`;
const people = (count: number) => `${count} ${count === 1 ? "person" : "people"}`;

async function list(options: SeriesOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const { series } = await client.call("listSeries", {});
    if (options.json) return asJson(series);
    if (series.length === 0) return console.error('No series yet; "fullcast series join PROJECT NAME" makes one.');
    table(
      ["series", "people", "books", "id"],
      series.map(({ name, person_count, projects, id }) => [
        name,
        String(person_count),
        projects.map((one) => one.name).join(", "),
        id,
      ]),
    );
  });
}

/** @throws CliError when no series has this name or id */
async function findSeries(client: Client, given: string): Promise<Listed> {
  const { series } = await client.call("listSeries", {});
  const found = series.find(({ id, name }) => id === given.toLowerCase() || comparedName(name) === comparedName(given));
  if (found !== undefined) return found;
  throw new CliError("failed", `There is no series ${quoted(given)}; "fullcast series" lists them.`);
}

async function show(name: string, options: SeriesOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const { id } = await findSeries(client, name);
    const { series } = await client.call("readSeries", { params: { seriesId: id } });
    if (options.json) return asJson(series);
    const titleOf = (one: { readonly name: string; readonly series_number: string | null }) =>
      one.series_number === null ? one.name : `${one.series_number}. ${one.name}`;
    console.error(`${printable(series.name)}: ${series.projects.map(titleOf).map(printable).join(", ") || "no book"}`);
    table(
      ["person", "other names", "gender", "age", "voice", "pronunciations"],
      series.people.map((person) => [
        person.name,
        person.aliases.join(", "),
        person.gender ?? "",
        person.age ?? "",
        person.voice?.voice_name ?? "",
        person.pronunciations.map(({ term }) => term).join(", "),
      ]),
    );
  });
}

async function join(given: string, name: string | undefined, options: SeriesOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const project = await findProject(client, given);
    const wanted = name ?? (await offeredName(client, project.id, project.name));
    const { series } = await client.call("listSeries", {});
    const known = series.find(
      (one) => one.id === wanted.toLowerCase() || comparedName(one.name) === comparedName(wanted),
    );
    const joined =
      known ??
      (
        await client.call("createSeries", {
          body: { schema_version: 1, client_mutation_id: randomUUID(), name: wanted },
        })
      ).series;
    await client.call("setProjectSeries", {
      params: { projectId: project.id },
      body: { schema_version: 1, series_id: joined.id },
    });
    const found = await client.call("readProjectSeries", { params: { projectId: project.id } });
    const made = known === undefined ? "new series" : "series";
    console.error(`${quoted(project.name)} is part of the ${made} ${quoted(joined.name)} now.`);
    if (found.proposals.length > 0)
      console.error(
        `${people(found.proposals.length)} of it may be in this book: fullcast series proposals "${printable(project.name)}"`,
      );
    else if (joined.person_count === 0)
      console.error(`It has no people yet: fullcast series save "${printable(project.name)}"`);
  });
}

async function offeredName(client: Client, projectId: string, name: string): Promise<string> {
  const { offered, series } = await client.call("readProjectSeries", { params: { projectId } });
  const found = offered?.name ?? series?.name;
  if (found !== undefined) return found;
  throw new CliError("usage", `The book data of ${quoted(name)} names no series; give its name after the project.`);
}

async function leave(given: string, options: SeriesOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const project = await findProject(client, given);
    await client.call("setProjectSeries", {
      params: { projectId: project.id },
      body: { schema_version: 1, series_id: null },
    });
    console.error(`${quoted(project.name)} is part of no series now. Its cast stays.`);
  });
}

async function save(given: string, names: readonly string[], options: SeriesOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const project = await memberProject(client, given);
    const params = { projectId: project.id };
    const { speakers } = await client.call("listSpeakers", { params });
    const chosen = names.map((name) => namedOne(speakers, name, "speaker").id);
    const { saved, undecided } = await client.call("saveSeriesPeople", {
      params,
      body: { schema_version: 1, ...(chosen.length === 0 ? {} : { speaker_ids: chosen }) },
    });
    const fresh = saved.filter(({ is_new }) => is_new).length;
    console.error(`${people(fresh)} added to the series, ${saved.length - fresh} brought up to date.`);
    if (undecided.length === 0) return;
    const open = undecided.map(({ speaker_id }) => printable(speakers.find(({ id }) => id === speaker_id)?.name ?? ""));
    console.error(`Not saved, because a proposal has no answer yet: ${open.join(", ")}.`);
  });
}

/** A project that belongs to a series. */
async function memberProject(client: Client, given: string) {
  const project = await findProject(client, given);
  const state = await client.call("readProjectSeries", { params: { projectId: project.id } });
  if (state.series !== null) return { ...project, state };
  throw new CliError("failed", `${quoted(project.name)} is part of no series; see "fullcast series join --help".`);
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
}

function namedOne<T extends Named>(all: readonly T[], given: string, what: string): T {
  const wanted = comparedName(given);
  const found =
    all.find((one) => one.id === given.toLowerCase() || comparedName(one.name) === wanted) ??
    all.find(({ aliases }) => aliases.some((alias) => comparedName(alias) === wanted));
  if (found !== undefined) return found;
  const names = all.slice(0, 50).map((one) => printable(one.name));
  throw new CliError("failed", `There is no ${what} ${quoted(given)}. There are: ${names.join(", ") || "none"}.`);
}

async function proposals(given: string, options: SeriesOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const project = await memberProject(client, given);
    if (options.json) return asJson(project.state);
    const { speakers } = await client.call("listSpeakers", { params: { projectId: project.id } });
    if (project.state.proposals.length === 0) return console.error("No proposals.");
    table(
      ["speaker", "is probably", "known from", "because of", "takes over"],
      project.state.proposals.map((one) => [
        speakers.find(({ id }) => id === one.speaker_id)?.name ?? "",
        one.person.name,
        one.person.known_in.map(({ name }) => name).join(", "),
        reasonsOf(one),
        takenOver(one),
      ]),
    );
  });
}

const REASONS: Readonly<Record<Proposal["reasons"][number]["kind"], (name: string) => string>> = {
  narrator: () => "the narrator",
  same_name: () => "the same name",
  alias: (name) => `the other name ${name}`,
  short_form: (name) => `short form of ${name}`,
  title_and_surname: (name) => `title and surname ${name}`,
  part_of_name: (name) => `part of the name ${name}`,
  talks_with: (name) => `talks with ${name}`,
  gender: (value) => value,
  age: (value) => value,
};

const reasonsOf = ({ reasons }: Proposal): string =>
  reasons.map(({ kind, name }) => REASONS[kind](name ?? "")).join("; ");

function takenOver({ person, takes_over: { voice, aliases, pronunciation_count: count } }: Proposal): string {
  const parts = [
    ...(voice ? [`voice ${(person as SeriesPerson).voice?.voice_name ?? ""}`] : []),
    ...(aliases.length > 0 ? [`${aliases.length} ${aliases.length === 1 ? "name" : "names"}`] : []),
    ...(count > 0 ? [`${count} ${count === 1 ? "pronunciation" : "pronunciations"}`] : []),
  ];
  return parts.join(", ") || "nothing new";
}

async function answer(given: string, names: readonly string[], same: boolean, options: AcceptOptions): Promise<void> {
  if (same && names.length === 0 && options.all !== true)
    throw new CliError("usage", "Name the speakers to accept, or add --all.");
  await withConnection(options, async ({ client }) => {
    const project = await memberProject(client, given);
    const params = { projectId: project.id };
    const { speakers } = await client.call("listSpeakers", { params });
    const open = project.state.proposals.flatMap((one) => {
      const speaker = speakers.find(({ id }) => id === one.speaker_id);
      return speaker === undefined ? [] : [{ ...speaker, person_id: one.person.id }];
    });
    const chosen = options.all === true && same ? open : names.map((name) => namedOne(open, name, "proposal for"));
    if (chosen.length === 0) return console.error("No proposals.");
    const { stale_block_count } = await client.call("answerSeriesProposals", {
      params,
      body: {
        schema_version: 1,
        actor_session_id: randomUUID(),
        client_mutation_id: randomUUID(),
        base_speaker_registry_version: project.state.speaker_registry_version,
        answers: chosen.map(({ id, person_id }) => ({ speaker_id: id, person_id, same })),
      },
    });
    const who = chosen.map(({ name }) => printable(name)).join(", ");
    console.error(same ? `Taken over: ${who}; ${lines(stale_block_count)}.` : `Declined: ${who}.`);
  });
}

async function remove(name: string, person: string, options: SeriesOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const { id: seriesId } = await findSeries(client, name);
    const { series } = await client.call("readSeries", { params: { seriesId } });
    const found = namedOne(series.people, person, "person");
    await client.call("removeSeriesPerson", { params: { seriesId, personId: found.id } });
    console.error(`${printable(found.name)} is not in ${quoted(series.name)} any more.`);
  });
}

async function rename(name: string, next: string, options: SeriesOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const { id: seriesId } = await findSeries(client, name);
    const { series } = await client.call("renameSeries", {
      params: { seriesId },
      body: { schema_version: 1, name: next },
    });
    console.error(`The series is called ${quoted(series.name)} now.`);
  });
}

async function erase(name: string, options: SeriesOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const found = await findSeries(client, name);
    await client.call("deleteSeries", { params: { seriesId: found.id } });
    console.error(`Deleted ${quoted(found.name)} with ${people(found.person_count)}. The books keep their casts.`);
  });
}
