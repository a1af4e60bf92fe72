// "fullcast guests": people who lend a voice. Their links, their progress, their consents.

import { comparedName } from "@fullcast/core/document";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import type { Answer, Client } from "../connection/client.ts";
import { findProject, type ProjectRef, quoted, sectionsOf } from "../stories/find-project.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";
import { counted } from "../terminal/amounts.ts";
import { printable, textTable } from "../terminal/text-table.ts";

interface Options extends StoryOptions {
  readonly person?: string;
  readonly name?: string;
  readonly askedBy?: string;
  readonly days?: string;
  readonly cue: boolean;
  readonly atOnce?: true;
  readonly revoke?: string;
  readonly consents?: true;
  readonly use?: string;
  readonly withdraw?: string;
  readonly json?: true;
}

type Link = Answer<"listGuestLinks">["guest_links"][number];
type Use = Answer<"readGuestUse">;

const DAYS = 14;

export function guestsCommand(): Command {
  return withDataDir(new Command("guests").description("Ask people to speak a part, and see their links and consents."))
    .argument("<project>", "a project's name or id")
    .option("--person <speaker>", "make a link for the lines of this speaker")
    .option("--name <name>", "with --person: the name of the guest (the speaker's)")
    .option("--asked-by <name>", "with --person: your name, which the guest sees (the account's)")
    .option("--days <n>", `with --person: days until the link ends, 1 to 90 (${DAYS})`)
    .option("--no-cue", "with --person: do not show the end of the line before")
    .option("--at-once", "with --person: sent recordings play without your choice")
    .option("--revoke <link>", "end a link; what was sent stays")
    .option("--consents", "show every consent with its text")
    .option("--use <link>", "show the lines, files and pages that contain the recordings of a guest")
    .option("--withdraw <link>", "withdraw a consent for a guest: deletes the recordings and their takes for good")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      `
A link is given by its id or by the name of its guest. A new link is printed once; send it to one person. docs/friends-voices.md explains it.

Examples:
  fullcast guests "The Boat"                                  every link: state, lines recorded, sent, used
  fullcast guests "The Boat" --person Mara --days 14          a link for the part of Mara
  fullcast guests "The Boat" --person Tom --name Ann --asked-by Ben --no-cue
  fullcast guests "The Boat" --revoke Ann
  fullcast guests "The Boat" --consents                       who agreed to what, and when
  fullcast guests "The Boat" --use Ann                        where the voice is heard
  fullcast guests "The Boat" --withdraw Ann                   when the guest asks you to`,
    )
    .action(guests);
}

async function guests(given: string, options: Options): Promise<void> {
  const deeds = [options.person, options.revoke, options.consents, options.use, options.withdraw];
  if (deeds.filter((one) => one !== undefined).length > 1)
    throw new CliError("usage", "Give one of --person, --revoke, --consents, --use and --withdraw.");
  const isMade = options.person !== undefined;
  if (!isMade && (options.name ?? options.askedBy ?? options.days ?? options.atOnce) !== undefined)
    throw new CliError(
      "usage",
      "--name, --asked-by, --days and --at-once are for a new link; give --person with them.",
    );
  await withConnection(options, async ({ client }) => {
    const project = await findProject(client, given);
    if (isMade) return make(client, project, options);
    const params = { projectId: project.id };
    const { guest_links: links } = await client.call("listGuestLinks", { params });
    const { revoke, use, withdraw } = options;
    if (revoke !== undefined) {
      const { id } = linkNamed(links, revoke, project, (link) => link.state === "active");
      const { guest_link } = await client.call("revokeGuestLink", { params: { guestLinkId: id } });
      if (options.json === true) return asJson(guest_link);
      console.error(`The link of ${quoted(guest_link.guest_name)} has ended. What was sent stays.`);
      return;
    }
    const hasConsent = (link: Link) => link.consent !== null;
    if (withdraw !== undefined) {
      const { id, guest_name, consent } = linkNamed(links, withdraw, project, hasConsent);
      if (consent === null)
        throw new CliError("failed", `${quoted(guest_name)} has not agreed, so there is no consent to withdraw.`);
      const { guest_link } = await client.call("withdrawForGuest", { params: { guestLinkId: id } });
      const found = await client.call("readGuestUse", { params: { guestLinkId: id } });
      if (options.json === true) return asJson({ guest_link, use: found });
      console.error(`The consent of ${quoted(guest_link.guest_name)} is withdrawn. The recordings are deleted.`);
      return describeUse(client, project, found);
    }
    if (use !== undefined) {
      const { id } = linkNamed(links, use, project, hasConsent);
      const found = await client.call("readGuestUse", { params: { guestLinkId: id } });
      return options.json === true ? asJson(found) : describeUse(client, project, found);
    }
    const shown = options.consents === true ? links.filter(hasConsent) : links;
    if (options.json === true) return asJson(shown);
    if (options.consents === true) return describeConsents(shown, project);
    list(shown, project);
  });
}

async function make(client: Client, project: ProjectRef, options: Options): Promise<void> {
  const params = { projectId: project.id };
  const { speakers } = await client.call("listSpeakers", { params });
  const wanted = options.person ?? "";
  const isCalled = (name: string) => comparedName(name) === comparedName(wanted);
  const speaker =
    speakers.find(({ id, name }) => id === wanted.toLowerCase() || isCalled(name)) ??
    speakers.find(({ aliases }) => aliases.some(isCalled));
  if (speaker === undefined) {
    const names = speakers.slice(0, 50).map(({ name }) => printable(name));
    throw new CliError("failed", `There is no speaker ${quoted(wanted)}. There are: ${names.join(", ")}.`);
  }
  const days = Number(options.days ?? DAYS);
  if (!Number.isInteger(days))
    throw new CliError("usage", `--days needs a whole number, not ${quoted(options.days ?? "")}.`);
  const made = await client.call("createGuestLink", {
    params,
    body: {
      schema_version: 1,
      speaker_id: speaker.id,
      guest_name: options.name ?? speaker.name,
      asked_by: options.askedBy ?? (await client.call("readProfile", {})).display_name,
      days,
      shows_cue: options.cue,
      plays_at_once: options.atOnce === true,
    },
  });
  if (options.json === true) return asJson(made);
  const { guest_link, url } = made;
  console.log(url);
  console.error(
    `For the part of ${quoted(guest_link.person)}, ${counted(guest_link.lines, "line")}, until ${day(guest_link.expires_at)}. The address is shown only now.`,
  );
  if (url.startsWith("http://"))
    console.error("Phones record on https pages only; see FULLCAST_PUBLIC_URL in docs/friends-voices.md.");
}

/** The newest link that fits. @throws CliError */
function linkNamed(links: readonly Link[], given: string, project: ProjectRef, fits: (link: Link) => boolean): Link {
  const byId = links.find(({ id }) => id === given.toLowerCase());
  if (byId !== undefined) return byId;
  const named = links.filter(({ guest_name }) => comparedName(guest_name) === comparedName(given));
  const fitting = named.filter(fits);
  const [found] = fitting.length > 0 ? fitting : named;
  if (found === undefined)
    throw new CliError(
      "failed",
      `${quoted(project.name)} has no guest link ${quoted(given)}; "fullcast guests" lists them with their ids.`,
    );
  if (fitting.length > 1)
    throw new CliError(
      "failed",
      `${fitting.length} links are for ${quoted(given)}; give the id of one:\n${fitting.map(({ id, person }) => `  ${id}  ${printable(person)}`).join("\n")}`,
    );
  return found;
}

function list(links: readonly Link[], project: ProjectRef): void {
  if (links.length === 0) {
    console.error(`No guest links yet: fullcast guests ${JSON.stringify(printable(project.name))} --person NAME`);
    return;
  }
  console.log(
    textTable(
      ["guest", "part", "state", "agreed", "lines", "drafts", "sent", "used", "ends", "id"].map((title) => ({
        title,
        widest: 40,
      })),
      links.map((link) => [
        link.guest_name,
        link.person,
        link.state === "active" && link.opened_at === null ? "not opened" : link.state,
        link.consent === null ? "no" : day(link.consent.agreed_at),
        ...[link.lines, link.drafts, link.waiting, link.used].map(String),
        day(link.expires_at),
        link.id,
      ]),
    ),
  );
}

function describeConsents(links: readonly Link[], project: ProjectRef): void {
  if (links.length === 0) console.error(`No guest of ${quoted(project.name)} has agreed yet.`);
  for (const { id, person, consent } of links) {
    if (consent === null) continue;
    const end = consent.withdrawn_at === null ? "holds" : `withdrawn on ${day(consent.withdrawn_at)}`;
    console.log(
      `${printable(consent.name)}, for the part of ${quoted(person)}: agreed on ${day(consent.agreed_at)}, ${end}`,
    );
    console.log(`  link ${id}, SHA-256 of the text ${consent.text_sha256}`);
    for (const paragraph of consent.text.split("\n\n")) console.log(`  ${printable(paragraph)}`);
    console.log("");
  }
}

async function describeUse(client: Client, project: ProjectRef, found: Use): Promise<void> {
  const titles = new Map((await sectionsOf(client, project)).map(({ id, title }) => [id, title]));
  const title = (id: string | null) => (id === null ? "the book" : printable(titles.get(id) ?? id));
  const part = (what: string, lines: readonly string[]) => {
    console.log(`${what}: ${lines.length === 0 ? "none" : ""}`.trimEnd());
    for (const line of lines) console.log(`  ${line}`);
  };
  const isWithdrawn = found.withdrawn_at !== null;
  part(
    isWithdrawn ? "Lines that lost a take" : "Lines with a take",
    found.lines.map(
      ({ section_id, text, plays }) =>
        `${title(section_id)}: ${quoted(text)}${plays ? "" : isWithdrawn ? " (did not play it)" : " (plays another take)"}`,
    ),
  );
  part(
    "Finished files with the voice",
    found.exports.map(
      ({ export_id, section_id, format, created_at }) =>
        `${export_id}  ${format} of ${title(section_id)}, ${day(created_at)}`,
    ),
  );
  part(
    "Public pages with the voice",
    found.shares.flatMap(({ url, feed_url }) => (feed_url === null ? [url] : [url, feed_url])),
  );
}

const day = (time: string) => time.slice(0, 10);
const asJson = (value: unknown) => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
