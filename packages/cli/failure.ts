import { ClientError } from "@fullcast/contract/client";
import { CliError } from "./cli-error.ts";
import { withoutStop } from "./terminal/text-table.ts";

/** The kind of error by name, for errors whose message is written for people. */
const FOR_PEOPLE: Readonly<Record<string, "failed" | "usage">> = {
  StoryError: "failed",
  SettingsError: "usage",
  StartError: "usage",
  BackupError: "failed",
  DumpError: "failed",
};

/** The message and the kind of an error that ended a command. */
export function failureOf(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof ClientError) return new CliError("failed", refusal(error));
  if (!(error instanceof Error)) return new CliError("failed", "Something went wrong.");
  const kind = FOR_PEOPLE[error.name];
  if (kind !== undefined) return new CliError(kind, error.message);
  const code = "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
  return new CliError("failed", `Something unexpected went wrong: ${error.message}${code}`);
}

function refusal({ code, message, details, requestId }: ClientError): string {
  if (code === "NO_ANSWER") return "The server stopped answering. What is done is kept: run the command again.";
  if (code === "UNAUTHENTICATED") {
    return "The server does not know this API key; set FULLCAST_OWNER_KEY to the owner's key of this installation.";
  }
  const issues = Array.isArray(details.issues) ? (details.issues as { path?: unknown; message?: unknown }[]) : [];
  const lines = issues.slice(0, 5).map((issue) => `\n  ${String(issue.path)}: ${String(issue.message)}`);
  // What is wrong with a file, in place of the code's general sentence.
  const said = typeof details.explanation === "string" ? details.explanation : message;
  const request = code === "INTERNAL" && requestId !== null ? `, request ${requestId}` : "";
  return `${withoutStop(said)} (${code}${request}).${lines.join("")}`;
}
