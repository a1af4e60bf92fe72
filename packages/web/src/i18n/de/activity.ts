// Was im Konto endete.

import type { Texts } from "../en.ts";

export const activity: Texts["activity"] = {
  title: "Letzte Arbeiten",
  none: "Noch ist nichts zu Ende gegangen.",
  runs: { prepare_sections: "Skript", create_audio: "Audio" },
  export: (format) => `${format}-Datei`,
  sound: "Klang",
  outcomes: {
    completed: "fertig",
    partially_completed: "einige Zeilen gescheitert",
    failed: "gescheitert",
    cancelled: "abgebrochen",
    superseded: "ersetzt",
    ready: "bereit",
    expired: "nie angekommen",
  },
  older: "Frühere",
};
