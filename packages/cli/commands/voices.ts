import { Command } from "commander";
import { connect } from "../connection/connect.ts";
import { currentSettings } from "../current-settings.ts";
import { allVoices } from "../narrate/cast.ts";
import { textTable } from "../terminal/text-table.ts";

export function voicesCommand(): Command {
  return new Command("voices")
    .description("List the voices of all engines.")
    .option("--json", "as JSON")
    .option("--data-dir <folder>", "folder that holds everything (FULLCAST_DATA_DIR, else ./data)")
    .addHelpText(
      "after",
      `
Examples:
  fullcast voices
  fullcast voices --json`,
    )
    .action(async (options: { json?: boolean; dataDir?: string }) => {
      await using connection = await connect(currentSettings(options.dataDir));
      const voices = await allVoices(connection.client);
      if (options.json) {
        process.stdout.write(`${JSON.stringify(voices, null, 2)}\n`);
        return;
      }
      const titles = ["name", "language", "gender", "age", "accent", "engine", "model"];
      const rows = voices.map(({ name, language, gender, age, accent, provider, model }) => [
        name,
        language,
        gender,
        age,
        accent ?? "",
        provider,
        model,
      ]);
      console.log(
        textTable(
          titles.map((title) => ({ title })),
          rows,
        ),
      );
      console.error(`\n${voices.length} voices`);
    });
}
