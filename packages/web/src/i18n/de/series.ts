// Reihen: Personen eines Buchs im nächsten.

import type { SeriesTexts } from "../series-texts.ts";

export const series: SeriesTexts = {
  title: "Reihen",
  explain:
    "Eine Reihe behält Personen mit Stimme, Namen und Aussprache und schlägt sie im nächsten Buch vor. In der Besetzung einer Geschichte wählst du die Reihe und speicherst die Personen.",
  empty: "Noch keine Reihe. Du legst sie in der Besetzung einer Geschichte an.",
  one: "Reihe",
  all: "Alle Reihen",
  partOf: "Diese Geschichte gehört zu einer Reihe",
  called: (name) => `Reihe „${name}“`,
  newSeries: "Neue Reihe …",
  name: "Name der Reihe",
  stories: "Geschichten",
  people: "Personen",
  peopleOf: (count) => (count === 1 ? "1 Person" : `${count} Personen`),
  noPeople: "Noch keine Personen. Speichere sie in der Besetzung einer Geschichte.",
  knownIn: (books) => `bekannt aus ${books}`,
  pronounced: (terms) => `Aussprache: ${terms.join(", ")}`,
  listen: (name) => `${name} anhören`,
  remove: "Entfernen",
  removeOne: (name) => `${name} aus der Reihe entfernen`,
  renameOne: (name) => `${name} umbenennen`,
  renameTitle: "Reihe umbenennen",
  deleteOne: (name) => `Die Reihe ${name} löschen`,
  deleteTitle: (name) => `Die Reihe „${name}“ löschen?`,
  deleteHint: "Ihre Personen werden gelöscht. Die Geschichten bleiben, mit ihrer Besetzung.",
  fromEarlier: (count) => (count === 0 ? "Niemand aus früheren Büchern" : `Aus früheren Büchern · ${count}`),
  offered: (name) => `Dieses Buch gehört zur Reihe „${name}“.`,
  join: "In die Reihe aufnehmen",
  leave: "Aus der Reihe nehmen",
  take: "Übernehmen",
  takeFor: (name) => `Für ${name} übernehmen`,
  takeAll: "Alle übernehmen",
  notSame: "Nicht dieselbe Person",
  notSameFor: (name) => `${name} ist nicht dieselbe Person`,
  books: ([first, ...rest]) => {
    if (first === undefined) return "einem früheren Buch";
    if (rest.length === 0) return `„${first}“`;
    return rest.length === 1
      ? `„${first}“ und einer weiteren Geschichte`
      : `„${first}“ und ${rest.length} weiteren Geschichten`;
  },
  known: (speaker, person, books) =>
    speaker === person
      ? `${speaker} ist aus ${books} bekannt.`
      : `${speaker} ist wahrscheinlich ${person} aus ${books}.`,
  reasons: {
    narrator: () => "Beide erzählen.",
    same_name: () => "Es ist derselbe Name.",
    alias: (name) => `„${name}“ ist ein anderer Name.`,
    short_form: (name) => `Ein Name ist die Kurzform des anderen: ${name}.`,
    title_and_surname: (name) => `Titel und Nachname passen: ${name}.`,
    part_of_name: (name) => `Beide Namen enthalten „${name}“.`,
    talks_with: (names) => `Beide sprechen mit ${names}.`,
    gender: () => "Das Geschlecht ist gleich.",
    age: () => "Das Alter ist gleich.",
  },
  takesOver: (voice, names, pronunciations) => {
    const parts = [
      ...(voice === null ? [] : [`die Stimme ${voice}`]),
      ...(names.length === 0 ? [] : [`${names.length === 1 ? "der Name" : "die Namen"} ${names.join(", ")}`]),
      ...(pronunciations === 0 ? [] : [pronunciations === 1 ? "1 Aussprache" : `${pronunciations} Aussprachen`]),
    ];
    return parts.length === 0 ? "Nichts ändert sich." : `Übernommen wird: ${parts.join("; ")}.`;
  },
  firstSave: "Noch keine Personen. Speichere diese Besetzung, dann kennt das nächste Buch sie.",
  laterSave: (count) =>
    `${count === 1 ? "1 Person" : `${count} Personen`}. Speichere diese Besetzung nach einer Änderung erneut, dann kennen spätere Bücher sie.`,
  save: "Diese Besetzung speichern",
  saved: (count, open) =>
    `${count === 1 ? "1 Person gespeichert." : `${count} Personen gespeichert.`}${open === 0 ? "" : ` Nicht gespeichert: ${open}, weil oben eine Antwort fehlt.`}`,
};
