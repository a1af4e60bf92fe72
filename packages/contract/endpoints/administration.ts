import { z } from "zod";
import { LIMITS } from "../limits.ts";
import {
  apiKey,
  balance,
  displayName,
  email,
  grantedSnowcoins,
  grantNote,
  managedAccount,
  planId,
  username,
} from "../schemas/account.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { count, text, timestamp, uuid } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

const accountParams = z.strictObject({ accountId: uuid });
const accountAnswer = z.strictObject({ account: managedAccount });
const grantAnswer = z
  .strictObject({
    grant_id: uuid,
    account_id: uuid,
    snowcoins: z.int(),
    kind: z.enum(["account", "promotional"]),
    balance: balance.meta({ description: "The account's balance now." }),
    idempotent_replay: z.boolean(),
  })
  .meta({ id: "Grant" });

const exampleAccount = {
  id: "3c7d1f52-8a55-4f55-9c37-2f8a4c1b9e10",
  username: "mara",
  display_name: "Mara",
  avatar_url: null,
  email: "mara@example.org",
  plan: "creator",
  created_at: "2026-11-21T04:00:00.000Z",
  is_owner: false,
  disabled_at: null,
  balance: { snowcoins: 500, available_snowcoins: 500 },
};
const exampleGrant = {
  grant_id: "b8f3f9a0-5f0c-4c3c-8f52-6f6f3f1d2c77",
  account_id: exampleAccount.id,
  snowcoins: 250,
  kind: "account",
  balance: { snowcoins: 750, available_snowcoins: 750 },
  idempotent_replay: false,
};

const failedJob = z
  .strictObject({
    id: uuid,
    queue: z.string().meta({ description: "The kind of work, such as `cleanup` or `export`." }),
    key: z.string().meta({ description: "What the job is about, such as the id of an export." }),
    account_id: uuid.nullable().meta({ description: "The account of a run or an upload. Null for other jobs." }),
    attempts: count.meta({ description: "How often it was tried." }),
    error_name: z
      .string()
      .meta({ description: "The name of the last error; `Failure` for a run or an upload. Its message is not kept." }),
    error_code: z.string().nullable().meta({ description: "The code of the last error. Null without one." }),
    error_place: z
      .string()
      .nullable()
      .meta({ description: "The line of the program that threw it. Null when it is not known." }),
    failed_at: timestamp.meta({ description: "When it failed for the last time." }),
  })
  .meta({ id: "FailedJob", description: "A job, a run or an upload that failed for the last time." });
const exampleFailedJob = {
  id: "0f6d3b52-6c55-4f0e-8d2b-6f1d7a3c9e44",
  queue: "cleanup",
  key: "remove-objects",
  account_id: null,
  attempts: 8,
  error_name: "TypeError",
  error_code: null,
  error_place: "object-removal.ts:88",
  failed_at: "2026-11-25T10:12:00.000Z",
};

const exampleKey = {
  id: "9a3f9c1e-52f0-4a7b-9d54-0b7f5c2d8e01",
  name: "first",
  scopes: ["studio:read", "studio:write"],
  prefix: "fc_Zk3xQ",
  created_at: "2026-11-21T04:00:00.000Z",
  expires_at: null,
  last_used_at: "2026-11-22T08:15:00.000Z",
  revoked_at: null,
};
const disabledAt = "2026-11-23T09:30:00.000Z";

export const administrationEndpoints = {
  createAccount: endpoint({
    method: "POST",
    path: "/admin/accounts",
    scope: "admin",
    tag: "Administration",
    summary: "Create an account",
    description:
      "Only this answer contains the raw key, which has every scope except `admin`. `snowcoins` are granted to the new account.",
    body: mutationBody({
      username,
      display_name: displayName,
      email: email.nullable().optional(),
      plan: planId,
      snowcoins: z.int().min(0).max(LIMITS.account_snowcoins).optional(),
    }),
    responses: { 201: z.strictObject({ account: managedAccount, raw_key: z.string().regex(/^fc_/) }) },
    errors: ["USERNAME_TAKEN"],
    examples: {
      body: { username: "mara", display_name: "Mara", email: "mara@example.org", plan: "creator", snowcoins: 500 },
      responses: { 201: { account: exampleAccount, raw_key: "fc_shown-once" } },
    },
  }),
  listAccounts: endpoint({
    method: "GET",
    path: "/admin/accounts",
    scope: "admin",
    tag: "Administration",
    summary: "All accounts, oldest first",
    query: z.object({
      limit: z.int().min(1).max(LIMITS.account_page).default(LIMITS.account_page),
      cursor: text({ max: LIMITS.cursor_units }).optional(),
    }),
    responses: { 200: z.strictObject({ accounts: z.array(managedAccount), next_cursor: z.string().nullable() }) },
    errors: [],
    examples: { responses: { 200: { accounts: [exampleAccount], next_cursor: null } } },
  }),
  changeAccount: endpoint({
    method: "PATCH",
    path: "/admin/accounts/{accountId}",
    scope: "admin",
    tag: "Administration",
    summary: "Change an account",
    description: "Only the fields in the request change.",
    params: accountParams,
    body: mutationBody({
      username: username.optional(),
      display_name: displayName.optional(),
      email: email.nullable().optional(),
      plan: planId.optional(),
    }).refine((body) => Object.keys(body).length > 0, "must name at least one field to change"),
    responses: { 200: accountAnswer },
    errors: ["NOT_FOUND", "USERNAME_TAKEN"],
    examples: { body: { plan: "studio" }, responses: { 200: { account: { ...exampleAccount, plan: "studio" } } } },
  }),
  grantSnowcoins: endpoint({
    method: "POST",
    path: "/admin/accounts/{accountId}/grants",
    scope: "admin",
    tag: "Administration",
    summary: "Grant snowcoins to an account",
    description:
      "201 for a new grant, 200 when the same request is repeated. Promotional snowcoins are spent before the account's own.",
    params: accountParams,
    body: mutationBody({
      client_mutation_id: uuid,
      snowcoins: grantedSnowcoins,
      kind: z.enum(["account", "promotional"]),
      note: grantNote.optional(),
    }),
    responses: { 200: grantAnswer, 201: grantAnswer },
    errors: ["NOT_FOUND", "IDEMPOTENCY_CONFLICT", "BALANCE_LIMIT_REACHED"],
    examples: {
      body: {
        client_mutation_id: "6f1f2e6c-8a3e-4f0e-9d56-0c1f5f8f0f02",
        snowcoins: 250,
        kind: "account",
        note: "November",
      },
      responses: { 200: { ...exampleGrant, idempotent_replay: true }, 201: exampleGrant },
    },
  }),
  disableAccount: endpoint({
    method: "POST",
    path: "/admin/accounts/{accountId}/disable",
    scope: "admin",
    tag: "Administration",
    summary: "Disable an account",
    description:
      "From now on its keys answer 403 `ACCOUNT_DISABLED`, its public pages 404 and its media URLs 403; its unfinished runs and exports are cancelled. Nothing is deleted. Disabling a disabled account changes nothing.",
    params: accountParams,
    body: mutationBody({}).optional(),
    responses: { 200: accountAnswer },
    errors: ["NOT_FOUND", "OWNER_PROTECTED"],
    examples: { responses: { 200: { account: { ...exampleAccount, disabled_at: disabledAt } } } },
  }),
  enableAccount: endpoint({
    method: "POST",
    path: "/admin/accounts/{accountId}/enable",
    scope: "admin",
    tag: "Administration",
    summary: "Enable a disabled account",
    description: "Its keys and public pages work again. Cancelled runs do not continue; start them again.",
    params: accountParams,
    body: mutationBody({}).optional(),
    responses: { 200: accountAnswer },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { account: exampleAccount } } },
  }),
  deleteAccount: endpoint({
    method: "DELETE",
    path: "/admin/accounts/{accountId}",
    scope: "admin",
    tag: "Administration",
    summary: "Delete an account and all its data",
    description:
      "Deletes projects, audio, exports, sounds, feedback, keys and their files. The ledger stays under a pseudonym. A sound that another account's project uses stays available to that project, but is no longer public. Files that other accounts also use stay. Files that were used within the last minutes are deleted a few minutes later.",
    params: accountParams,
    responses: {
      200: z
        .strictObject({
          account_id: uuid,
          deleted: z.literal(true),
          projects_deleted: count.meta({ description: "Projects and stories, with everything in them." }),
          sounds_deleted: count.meta({ description: "Sounds that only this account used." }),
          sounds_kept: count.meta({ description: "Sounds that projects of other accounts use." }),
          files_deleted: count.meta({ description: "Files deleted so far; the others follow within minutes." }),
        })
        .meta({ id: "AccountDeletion", description: "What the deletion of an account removed." }),
    },
    errors: ["NOT_FOUND", "OWNER_PROTECTED"],
    examples: {
      responses: {
        200: {
          account_id: exampleAccount.id,
          deleted: true,
          projects_deleted: 3,
          sounds_deleted: 2,
          sounds_kept: 0,
          files_deleted: 412,
        },
      },
    },
  }),
  exportAccount: endpoint({
    method: "GET",
    path: "/admin/accounts/{accountId}/export",
    scope: "admin",
    tag: "Administration",
    summary: "All data of an account as one ZIP file",
    description:
      "`tables/NAME.jsonl` holds the rows of a table, one JSON object per line, without key hashes. `files/` holds the stored audio, finished exports, covers and images, each named by its SHA-256. `stories/` holds the text of every section.",
    params: accountParams,
    answer: "bytes",
    responses: { 200: z.string().meta({ description: "application/zip" }) },
    errors: ["NOT_FOUND", "RANGE_NOT_SATISFIABLE", "STORAGE_FULL"],
  }),
  createDatabaseDump: endpoint({
    method: "POST",
    path: "/admin/database-dumps",
    scope: "admin",
    tag: "Administration",
    summary: "Write a snapshot of the database into the data folder",
    description:
      "`fullcast backup` uses it while the service runs on the embedded database, which only the service's process can read. The answer names a file in the folder `temp` of the data directory; the file's content is not part of the answer. The service answers no other request while it writes the snapshot (`pause_ms`). The next start removes the file if it is still there.",
    responses: {
      201: z
        .strictObject({
          file_name: z.string().max(100).meta({ description: "A file in the folder `temp` of the data directory." }),
          schema: count.meta({ description: "The number of the database's last migration." }),
          rows: count.meta({ description: "Rows of all tables." }),
          objects: count.meta({ description: "Stored files that the rows name." }),
          pause_ms: count.meta({ description: "How long the service answered no other request, milliseconds." }),
        })
        .meta({ id: "DatabaseDump", description: "A snapshot of the database, written into the data folder." }),
    },
    errors: [],
    examples: {
      responses: {
        201: {
          file_name: "7f1d2c3b-4a5e-4f60-8a1b-2c3d4e5f6071.dump",
          schema: 34,
          rows: 120_433,
          objects: 10_210,
          pause_ms: 2100,
        },
      },
    },
  }),
  listFailedJobs: endpoint({
    method: "GET",
    path: "/admin/failed-jobs",
    scope: "admin",
    tag: "Administration",
    summary: "Work that failed for the last time",
    description:
      "The newest 100 failures of the last 30 days that are not tried again by themselves: jobs, of which the newest failure is kept; runs (`workflow`) and uploads of sounds (`sounds`) that failed for a reason that lies with the installation, such as an engine that is away. A run is no longer listed when its account makes the same work again.",
    responses: { 200: z.strictObject({ failed_jobs: z.array(failedJob) }) },
    errors: [],
    examples: { responses: { 200: { failed_jobs: [exampleFailedJob] } } },
  }),
  retryFailedJob: endpoint({
    method: "POST",
    path: "/admin/failed-jobs/{jobId}/retry",
    scope: "admin",
    tag: "Administration",
    summary: "Try failed work again",
    description:
      "A job is due now, with all its attempts. A run is resumed by a new run of its account, which pays what it would pay if it resumed the run itself; existing audio is not made again. Of an upload the kept file is processed again. It is no longer listed, and is listed again when it fails again.",
    params: z.strictObject({ jobId: uuid.meta({ description: "The id of a failure in the list." }) }),
    body: mutationBody({}).optional(),
    responses: { 200: z.strictObject({ failed_job: failedJob }) },
    errors: ["NOT_FOUND", "WORKFLOW_NOT_RESUMABLE", "STORAGE_QUOTA_EXCEEDED"],
    examples: { responses: { 200: { failed_job: exampleFailedJob } } },
  }),
  listAccountApiKeys: endpoint({
    method: "GET",
    path: "/admin/accounts/{accountId}/api-keys",
    scope: "admin",
    tag: "Administration",
    summary: "The keys of an account",
    params: accountParams,
    responses: { 200: z.strictObject({ api_keys: z.array(apiKey) }) },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { api_keys: [exampleKey] } } },
  }),
  revokeAccountApiKey: endpoint({
    method: "DELETE",
    path: "/admin/accounts/{accountId}/api-keys/{keyId}",
    scope: "admin",
    tag: "Administration",
    summary: "Revoke a key of an account",
    description: "Takes effect immediately. Revoking a revoked key changes nothing.",
    params: z.strictObject({ accountId: uuid, keyId: uuid.meta({ description: "A key of this account." }) }),
    responses: { 200: z.strictObject({ api_key: apiKey }) },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { api_key: { ...exampleKey, revoked_at: disabledAt } } } },
  }),
};
