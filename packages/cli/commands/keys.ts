import { SCOPES, type Scope } from "@fullcast/contract/scopes";
import { Command, InvalidArgumentError } from "commander";
import { connect } from "../connection/connect.ts";
import { currentSettings } from "../current-settings.ts";
import { textTable } from "../terminal/text-table.ts";

interface KeysOptions {
  readonly dataDir?: string;
  readonly json?: boolean;
}

interface CreateOptions extends KeysOptions {
  readonly scopes: readonly Scope[];
  readonly expiresInDays?: number;
}

/** The default scopes of a key: everything that making audio needs, nothing that manages the account. */
const USUAL_SCOPES: readonly Scope[] = ["voices:read", "account:read", "studio:read", "studio:write"];

export function keysCommand(): Command {
  const keys = new Command("keys").description("List, create and revoke API keys of the owner's account.").addHelpText(
    "after",
    `
Scopes: ${SCOPES.join(" ")}

Examples:
  fullcast keys list
  fullcast keys create laptop --scopes studio:read,studio:write --expires-in-days 90
  fullcast keys revoke 3f0e0e0a-…`,
  );
  const withFolder = (command: Command) =>
    command
      .option("--json", "as JSON")
      .option("--data-dir <folder>", "folder that holds everything (FULLCAST_DATA_DIR, else ./data)");
  withFolder(keys.command("list").description("All keys, never their secrets.")).action(list);
  withFolder(keys.command("create").description("Make a key; it is printed once, on stdout."))
    .argument("<name>", "what you will know it by, at most 80 characters")
    .option("--scopes <list>", `what it may do, comma-separated (${USUAL_SCOPES.join(",")})`, scopesOf, USUAL_SCOPES)
    .option("--expires-in-days <days>", "1 to 3650 (never)", daysOf)
    .action(create);
  withFolder(keys.command("revoke").description("Make a key useless at once."))
    .argument("<id>", "the key's id from the list")
    .action(revoke);
  return keys;
}

async function list(options: KeysOptions): Promise<void> {
  await using connection = await connect(currentSettings(options.dataDir));
  const { api_keys } = await connection.client.call("listApiKeys", {});
  if (options.json) {
    process.stdout.write(`${JSON.stringify(api_keys, null, 2)}\n`);
    return;
  }
  const columns = ["name", "prefix", "state", "expires", "last used", "id", "scopes"];
  const now = Date.now();
  const rows = api_keys.map(({ name, prefix, revoked_at, expires_at, last_used_at, id, scopes }) => [
    name,
    prefix,
    revoked_at !== null ? "revoked" : expires_at !== null && Date.parse(expires_at) <= now ? "expired" : "active",
    expires_at?.slice(0, 10) ?? "never",
    last_used_at?.slice(0, 10) ?? "never",
    id,
    scopes.join(" "),
  ]);
  console.log(
    textTable(
      columns.map((title) => ({ title, widest: 120 })),
      rows,
    ),
  );
}

async function create(name: string, options: CreateOptions): Promise<void> {
  await using connection = await connect(currentSettings(options.dataDir));
  const created = await connection.client.call("createApiKey", {
    body: { name, scopes: [...options.scopes], expires_in_days: options.expiresInDays ?? null },
  });
  if (options.json) {
    process.stdout.write(`${JSON.stringify(created, null, 2)}\n`);
    return;
  }
  console.log(created.raw_key);
  console.error(`Shown only this once. Its id is ${created.api_key.id}.`);
}

async function revoke(id: string, options: KeysOptions): Promise<void> {
  await using connection = await connect(currentSettings(options.dataDir));
  const revoked = await connection.client.call("revokeApiKey", { params: { apiKeyId: id } });
  if (options.json) process.stdout.write(`${JSON.stringify(revoked, null, 2)}\n`);
  else console.error(`Revoked ${revoked.api_key.name} (${revoked.api_key.prefix}…).`);
}

function scopesOf(list: string): readonly Scope[] {
  const scopes = list.split(",").map((scope) => scope.trim());
  const unknown = scopes.filter((scope) => !SCOPES.some((known) => known === scope));
  if (unknown.length > 0) throw new InvalidArgumentError(`There is no scope ${unknown.join(", ")}.`);
  return [...new Set(scopes)] as Scope[];
}

function daysOf(value: string): number {
  const days = Number(value);
  if (!Number.isInteger(days) || days < 1 || days > 3650) throw new InvalidArgumentError("1 to 3650 is expected.");
  return days;
}
