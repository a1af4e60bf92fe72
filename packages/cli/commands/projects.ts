import { Command } from "commander";
import { allProjects, sectionsOf } from "../stories/find-project.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";
import { textTable } from "../terminal/text-table.ts";

export function projectsCommand(): Command {
  return withDataDir(new Command("projects").description("List all books and stories, with their ids."))
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      `
Other commands take a project by its name or its id.

Examples:
  fullcast projects
  fullcast projects --json`,
    )
    .action((options: StoryOptions & { readonly json?: boolean }) =>
      withConnection(options, async ({ client }) => {
        const projects = [];
        for (const project of await allProjects(client))
          projects.push({ ...project, sections: await sectionsOf(client, project) });
        if (options.json) {
          process.stdout.write(`${JSON.stringify(projects, null, 2)}\n`);
          return;
        }
        const rows = projects.map(({ name, kind, sections, id }) => {
          const ready = sections.filter(({ state }) => state === "audio_ready").length;
          return [
            name,
            kind,
            String(sections.length),
            ready === sections.length ? "ready" : `${ready} of ${sections.length}`,
            id,
          ];
        });
        const columns = ["name", "kind", "sections", "audio", "id"].map((title) => ({ title }));
        if (rows.length === 0) console.error('No project yet; "fullcast narrate story.txt --out story.m4b" makes one.');
        else console.log(textTable(columns, rows));
      }),
    );
}
