// "fullcast model": the language model that is asked about unsure lines: its state, what asking about a story would take, and asking.

import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import type { Answer, Client } from "../connection/client.ts";
import { MOST_SECTIONS, runWorkflow } from "../narrate/workflow.ts";
import { findProject, type ProjectRef, sectionsOf } from "../stories/find-project.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";
import { printable } from "../terminal/text-table.ts";

interface ModelOptions extends StoryOptions {
  readonly ask?: boolean;
  readonly json?: boolean;
}

type State = Answer<"readLanguageModel">;
type Quote = Answer<"quoteLanguageModel">;

export function modelCommand(): Command {
  return withDataDir(
    new Command("model").description("Show the language model for unsure lines, quote what a story takes, or ask it."),
  )
    .argument("[project]", "a project's name or id: what asking about it would take")
    .option("--ask", "ask about the unsure lines of the project now")
    .option("--json", "as JSON; not with --ask")
    .addHelpText(
      "after",
      `
The model is off unless FULLCAST_LLM_BASE_URL and FULLCAST_LLM_MODEL are set; docs/language-model.md describes it.

Examples:
  fullcast model
  fullcast model "The Lighthouse"
  fullcast model "The Lighthouse" --ask`,
    )
    .action((given: string | undefined, options: ModelOptions) =>
      withConnection(options, async ({ client }) => {
        const state = await client.call("readLanguageModel");
        if (given === undefined) {
          if (options.ask) throw new CliError("usage", "--ask: name the project to ask about.");
          return print(options, state, stateLines(state));
        }
        const project = await findProject(client, given);
        const quote = await client.call("quoteLanguageModel", { params: { projectId: project.id } });
        if (!options.ask) return print(options, quote, [quoteLine(quote)]);
        if (!quote.enabled)
          throw new CliError("failed", "This server has no language model: FULLCAST_LLM_BASE_URL is not set.");
        console.error(quoteLine(quote));
        await ask(client, project);
      }),
    );
}

function print({ json }: ModelOptions, value: State | Quote, lines: readonly string[]): void {
  console.log(json ? JSON.stringify(value, null, 2) : lines.join("\n"));
}

function stateLines({ state, model, threshold, last_answer_at, last_fault, installation }: State): string[] {
  if (state === "off") return ["off: FULLCAST_LLM_BASE_URL is not set"];
  const at = installation === null ? "" : ` at ${printable(installation.host)}`;
  const lines = [
    `${state.replace("_", " ")}: ${printable(model ?? "")}${at}, asked about lines below ${threshold}`,
    `last answer: ${last_answer_at ?? "none this month"}`,
  ];
  if (last_fault !== null) lines.push(`last fault: ${printable(last_fault)}`);
  if (installation !== null) {
    const { month, requests, prompt_tokens, completion_tokens, cost } = installation;
    const money = cost === null ? "" : `, ${cost.toFixed(2)} of ${installation.max_cost_per_month ?? "no limit"}`;
    lines.push(`${month}: ${requests} requests, ${prompt_tokens + completion_tokens} tokens${money}`);
  }
  return lines;
}

function quoteLine({ enabled, total }: Quote): string {
  if (!enabled) return "off: FULLCAST_LLM_BASE_URL is not set";
  const money = total.cost === null ? "" : `, ${total.cost.toFixed(4)} at your price`;
  const tokens = total.prompt_tokens + total.completion_tokens;
  return `about ${total.lines} lines: ${total.requests} requests, ${tokens} tokens${money}`;
}

async function ask(client: Client, project: ProjectRef): Promise<void> {
  const sections = (await sectionsOf(client, project)).map(({ id }) => ({
    projectId: project.id,
    sectionId: id,
    isKnown: true,
  }));
  let lines = 0;
  let requests = 0;
  const reasons = new Set<string>();
  for (let from = 0; from < sections.length; from += MOST_SECTIONS.prepare_sections) {
    const [first, ...rest] = sections.slice(from, from + MOST_SECTIONS.prepare_sections);
    if (first === undefined) break;
    const { steps } = await runWorkflow(
      client,
      "prepare_sections",
      [first, ...rest],
      () => {},
      new AbortController().signal,
    );
    for (const { result_summary } of steps) {
      const summary = result_summary.language_model;
      if (!isRecord(summary)) continue;
      lines += Number(summary.lines_changed ?? 0);
      requests += Number(summary.requests ?? 0);
      if (typeof summary.stopped === "string") reasons.add(summary.stopped.replaceAll("_", " "));
    }
  }
  console.log(`${lines} ${lines === 1 ? "line has" : "lines have"} another speaker now, after ${requests} requests.`);
  if (reasons.size > 0) console.error(`Not all lines were asked about: ${[...reasons].join(", ")}.`);
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
