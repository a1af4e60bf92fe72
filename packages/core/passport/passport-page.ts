// A passport as a page that a person reads.

import type { ShopCheck, SignedPassport } from "./passport-document.ts";
import { PASSPORT_WORDS, type PassportWords } from "./passport-words.ts";

export type PassportLanguage = keyof typeof PASSPORT_WORDS;

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const HASH = /^[0-9a-f]{64}$/;

const table = (heads: readonly string[], rows: readonly (readonly string[])[], none: string): string =>
  rows.length === 0
    ? `<p>${none}</p>`
    : `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead><tbody>${rows
        .map(
          (row) =>
            `<tr>${row.map((cell) => `<td dir="auto"${HASH.test(cell) ? ' class="hash"' : ""}>${escaped(cell)}</td>`).join("")}</tr>`,
        )
        .join("")}</tbody></table>`;

const clock = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** The passport as a page that loads nothing. */
export function passportPage(
  { passport }: Pick<SignedPassport, "passport">,
  language: PassportLanguage = "en",
): string {
  const words = PASSPORT_WORDS[language];
  const publication = (may: boolean | null) =>
    may === null ? words.publication.unknown : may ? words.publication.yes : words.publication.no;
  const { title, author, made_at, narration, voices, recorded_lines, consents, sounds, files, warnings } = passport;
  const facts = [
    author === null ? "" : words.by(author),
    narration === null ? words.nothing : words.narrations[narration],
    passport.source_type === null ? "" : words.sourceType(passport.source_type),
    recorded_lines === 0 ? "" : words.recorded(recorded_lines),
    words.madeAt(made_at),
  ].filter((fact) => fact !== "");
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(words.title(title))}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #ccc}main{overflow-x:auto}h1,li{overflow-wrap:anywhere}.hash{overflow-wrap:anywhere;font-family:monospace}.warn li{margin:.3rem 0}</style></head>
<body><main><h1 dir="auto">${escaped(words.title(title))}</h1>
<ul>${facts.map((fact) => `<li dir="auto">${escaped(fact)}</li>`).join("")}</ul>
<h2>${words.before}</h2>
${
  warnings.length === 0
    ? `<p>${words.noWarning}</p>`
    : `<ul class="warn">${warnings.map((warning) => `<li dir="auto">${escaped(words.warning(warning))}</li>`).join("")}</ul>`
}
<h2>${words.voices}</h2>
${table(
  words.voiceHeads,
  voices.map((one) => [
    one.voice,
    [one.engine, one.model ?? ""].filter((name) => name !== "").join(", "),
    one.license,
    publication(one.may_publish),
    String(one.lines),
    clock(one.duration_ms),
  ]),
  words.noVoice,
)}
<h2>${words.consents}</h2>
${table(
  words.consentHeads,
  [
    ...consents.map((one) => [one.part, one.agreed_at, one.text_sha256, String(one.lines), clock(one.duration_ms)]),
    ...voices.flatMap(({ voice, clone_consent, lines, duration_ms }) =>
      clone_consent === undefined
        ? []
        : [
            [
              words.cloned(voice),
              clone_consent.agreed_at,
              clone_consent.text_sha256,
              String(lines),
              clock(duration_ms),
            ],
          ],
    ),
  ],
  words.noConsent,
)}
<h2>${words.sounds}</h2>
${table(
  words.soundHeads,
  sounds.map(({ name, origin }) => [name, origin === "uploaded" ? words.uploaded : words.shared]),
  words.noSound,
)}
<h2>${words.files}</h2>
${table(
  words.fileHeads,
  files.map((file) => [file.filename, file.format, file.sha256, file.manifest_hash ?? ""]),
  words.noFile,
)}
<h2>${words.checks}</h2>
${table(
  words.checkHeads,
  files.flatMap((file) =>
    file.shop_checks.map((check) => [
      file.filename,
      check.shop,
      check.rules_as_of,
      soundText(check, words),
      words.machineVoices[check.machine_voices],
    ]),
  ),
  words.noCheck,
)}
<h2>${words.signature}</h2>
<p>${words.notSigned("<code>fullcast passport verify FILE</code>")}</p>
</main></body></html>
`;
}

function soundText({ passed, missed }: ShopCheck, words: PassportWords): string {
  if (passed === null) return words.noRule;
  return passed
    ? words.meets
    : words.misses(missed.map((rule) => words.rules[rule] ?? rule.replaceAll("_", " ")).join(", "));
}
