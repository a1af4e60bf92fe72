// "fullcast publish": the public page of a story or of one chapter, and when listeners get changes.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Command, Option } from "commander";
import { CliError } from "../cli-error.ts";
import type { Answer, Client } from "../connection/client.ts";
import { connectForLong } from "../connection/connect.ts";
import { untilInterrupted } from "../connection/interruption.ts";
import { currentSettings } from "../current-settings.ts";
import {
  findProjectAndSection,
  type ProjectRef,
  quoted,
  type SectionRef,
  sectionsOf,
} from "../stories/find-project.ts";
import { type StoryOptions, withDataDir } from "../stories/with-connection.ts";
import { counted } from "../terminal/amounts.ts";
import { printable } from "../terminal/text-table.ts";

const CHANGES = ["when-updated", "at-once"] as const;

interface PublishOptions extends StoryOptions {
  readonly changes?: (typeof CHANGES)[number];
  readonly download?: boolean;
  readonly status?: true;
  readonly revoke?: true;
  readonly json?: true;
}

type State = Answer<"readProjectShare">;
type Page = NonNullable<State["page"]>;

/** How soon the state of a page that is being updated is read again. */
const LOOK_AGAIN_MS = 500;

export function publishCommand(): Command {
  return withDataDir(new Command("publish").description("Publish a story at a link, or update its page."))
    .argument("<project>", 'a project\'s name or id, or "BOOK/3" for one chapter')
    .addOption(new Option("--changes <when>", "when listeners get what you change").choices([...CHANGES]))
    .option("--download", "listeners may download the audio")
    .option("--no-download", "listeners may not")
    .option("--status", "state what listeners have, and change nothing")
    .option("--revoke", "close the page; a later publication has another link")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      `
Prints the link of the page. With "--changes when-updated" listeners keep the story as it was at the last "fullcast publish"; with
"--changes at-once" they get each edit. Without it a published page keeps its choice; a new page of a story that has all its audio is
updated by you, another one at once. docs/publishing.md explains it.

Examples:
  fullcast publish "The Lighthouse"                        the link; run it again to update the page
  fullcast publish "My Serial" --changes when-updated --download
  fullcast publish "My Book/3"                             one chapter
  fullcast publish "The Lighthouse" --status               what listeners have, and what has changed since
  fullcast publish "The Lighthouse" --revoke`,
    )
    .action(run);
}

async function run(given: string, options: PublishOptions): Promise<void> {
  const { revoke, status, changes, download } = options;
  const isPublication = revoke === undefined && status === undefined;
  if ((revoke !== undefined && status !== undefined) || (!isPublication && (changes ?? download) !== undefined))
    throw new CliError("usage", "--status and --revoke stand alone, without other choices.");
  using interruption = untilInterrupted();
  const { signal } = interruption;
  await using connection = await connectForLong(currentSettings(options.dataDir), interruption);
  const { client, isOwn } = connection;
  const { project, section } = await findProjectAndSection(client, given);
  const share = shareOf(client, project, section);
  try {
    const state = isPublication
      ? await publish(client, share, { project, section }, options, signal)
      : revoke === undefined
        ? await share.read()
        : await share.revoke();
    report({ ...state, share_link: atHome(state.share_link, isOwn, options) }, section?.title ?? project.name, options);
    if (isOwn && state.share_link?.state === "active" && options.json === undefined)
      console.error('The page opens while the server runs: "fullcast serve".');
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

function shareOf(client: Client, project: ProjectRef, section: SectionRef | null) {
  const ofProject = { params: { projectId: project.id } };
  if (section === null) {
    return {
      read: () => client.call("readProjectShare", ofProject),
      publish: (body: PublishBody) => client.call("publishProject", { ...ofProject, body }),
      revoke: () => client.call("revokeProjectShare", ofProject),
    };
  }
  const ofSection = { params: { sectionId: section.id } };
  return {
    read: () => client.call("readSectionShare", ofSection),
    publish: (body: PublishBody) => client.call("publishSection", { ...ofSection, body }),
    revoke: () => client.call("revokeSectionShare", ofSection),
  };
}

interface PublishBody {
  readonly schema_version: 1;
  readonly client_mutation_id: string;
  readonly allow_download?: boolean;
  readonly follow_edits?: boolean;
}

/** Publishes, and waits until listeners have all of it. */
async function publish(
  client: Client,
  share: ReturnType<typeof shareOf>,
  { project, section }: { readonly project: ProjectRef; readonly section: SectionRef | null },
  { changes, download }: PublishOptions,
  signal: AbortSignal,
): Promise<State> {
  const { page: before } = await share.read();
  const sections = section === null ? await sectionsOf(client, project) : [section];
  const isComplete = sections.every(({ state }) => state === "audio_ready" || state === "blank");
  const follow_edits = changes === undefined ? (before === null ? !isComplete : undefined) : changes === "at-once";
  await share.publish({
    schema_version: 1,
    client_mutation_id: randomUUID(),
    ...(download === undefined ? {} : { allow_download: download }),
    ...(follow_edits === undefined ? {} : { follow_edits }),
  });
  let isSaid = false;
  for (;;) {
    const state = await share.read();
    const { page } = state;
    const isUpdating =
      page !== null &&
      !page.follow_edits &&
      (page.updated_at === null || page.updated_at === before?.updated_at || page.waiting_sections > 0);
    if (!isUpdating) return state;
    if (!isSaid) console.error("The page is being updated.");
    isSaid = true;
    await sleep(LOOK_AGAIN_MS, undefined, { signal });
  }
}

/** A server that runs for this command alone listens on another port than the one that listeners will reach. */
function atHome(link: State["share_link"], isOwn: boolean, { dataDir }: PublishOptions): State["share_link"] {
  if (link === null || !isOwn) return link;
  const { publicUrl, port } = currentSettings(dataDir);
  // Port 0 is another one at each start.
  if (publicUrl === null && port === 0) return link;
  return { ...link, url: `${publicUrl ?? `http://127.0.0.1:${port}`}${new URL(link.url).pathname}` };
}

function report(state: State, name: string, { json }: PublishOptions): void {
  const { share_link: link, page, warnings } = state;
  if (json === true) {
    console.log(JSON.stringify(state, null, 2));
    return;
  }
  if (link === null || page === null) {
    console.error(link === null ? `${quoted(name)} is not published.` : `The link of ${quoted(name)} no longer opens.`);
    return;
  }
  console.log(link.url);
  for (const line of inWords(page)) console.error(line);
  if (link.allow_download) console.error("Listeners may download the audio.");
  for (const { message } of warnings) console.error(`Warning: ${printable(message)}`);
}

function inWords(page: Page): readonly string[] {
  if (page.follow_edits) return ["Listeners get each change at once."];
  if (page.updated_at === null) return ["The page is being updated."];
  const { changed_sections: changed, waiting_sections: waiting } = page;
  const changes = [
    ...(waiting > 0 ? [`The files of ${counted(waiting, "chapter")} are being made.`] : []),
    ...(changed > 0 ? [`${counted(changed, "chapter")} ${changed === 1 ? "has" : "have"} changed since.`] : []),
    ...(page.details_changed ? ["Title, author, description or cover have changed since."] : []),
    ...(page.settings_changed ? ["Voices, people or the mix have changed since."] : []),
  ];
  const moment = page.updated_at.slice(0, 16).replace("T", " ");
  return [
    `Listeners have the story of ${moment} UTC.`,
    ...(changes.length === 0 ? ["Nothing has changed since."] : changes),
  ];
}
