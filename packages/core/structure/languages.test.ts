import assert from "node:assert/strict";
import { test } from "node:test";
import { languageOf, structureText } from "./structure.ts";

/** A short text in each language, and who says its lines. */
const STORIES: readonly [code: string, text: string, speakers: readonly string[]][] = [
  [
    "de",
    `Der Fluss war in der Nacht gefroren, und niemand im Dorf hatte es gesehen.

„Wer hat das Wehr geöffnet?“, fragte Anna.

„Ich nicht“, sagte Herr Vogt leise. „Es war der Frost.“

»Der Frost öffnet nichts«, antwortete Anna.`,
    ["Anna", "Herr Vogt", "Herr Vogt", "Anna"],
  ],
  [
    "fr",
    `La rivière avait gelé dans la nuit, et personne au village ne l’avait vue.

« Qui a ouvert la vanne ? » demanda Claire.

« Ce n’est pas moi », dit Pierre. « C’est le gel. »

« Le gel n’ouvre rien », s’écria Claire.`,
    ["Claire", "Pierre", "Pierre", "Claire"],
  ],
  [
    "fr",
    `La rivière avait gelé dans la nuit, et personne au village ne l’avait vue.

— Qui a ouvert la vanne ? demanda Claire.

— Ce n’est pas moi, dit Pierre.

— Alors, c’est le gel, répondit Claire.`,
    ["Claire", "Pierre", "Claire"],
  ],
  [
    "el",
    `Το ποτάμι πάγωσε τη νύχτα και κανείς στο χωριό δεν το είδε.

«Ποιος άνοιξε τον φράχτη;» ρώτησε η Μαρία.

«Όχι εγώ», είπε ο Νίκος. «Ήταν ο πάγος».

— Ο πάγος δεν ανοίγει τίποτα, απάντησε η Μαρία.`,
    ["Μαρία", "Νίκος", "Νίκος", "Μαρία"],
  ],
  [
    "es",
    `El río se había helado en la noche y nadie del pueblo lo había visto.

—¿Quién abrió la compuerta? —preguntó María.

—Yo no —dijo Juan.

—Entonces fue la helada —respondió María.`,
    ["María", "Juan", "María"],
  ],
  [
    "it",
    `Il fiume era gelato nella notte e nessuno del villaggio lo aveva visto.

«Chi ha aperto la chiusa?» chiese Lucia.

«Io no», disse Renzo.

«Allora è stato il gelo», rispose Lucia.`,
    ["Lucia", "Renzo", "Lucia"],
  ],
  [
    "pt",
    `O rio tinha gelado durante a noite e ninguém na aldeia o tinha visto.

— Quem abriu a comporta? — perguntou Joana.

— Eu não — disse Pedro.

— Então foi a geada — respondeu Joana.`,
    ["Joana", "Pedro", "Joana"],
  ],
  [
    "nl",
    `De rivier was in de nacht bevroren en niemand in het dorp had het gezien.

“Wie heeft de sluis geopend?” vroeg Saskia.

“Ik niet,” zei Pieter.

“Dan was het de vorst,” antwoordde Saskia.`,
    ["Saskia", "Pieter", "Saskia"],
  ],
  [
    "ru",
    `Река замёрзла за ночь, и никто в деревне этого не видел.

— Кто открыл шлюз? — спросила Анна.

— Не я, — ответил Иван.

— Значит, это мороз, — сказала Анна.`,
    ["Анна", "Иван", "Анна"],
  ],
  [
    "zh",
    `河水在夜里结了冰，村里没有人看见。

“是谁打开了水闸？”王小明问道。

李梅说：“不是我。”

“那就是霜冻了，”王小明笑着说，“只有霜冻。”`,
    ["王小明", "李梅", "王小明", "王小明"],
  ],
  [
    "ja",
    `川は夜のあいだに凍り、村の誰もそれを見ていなかった。

「水門を開けたのは誰だ」と太郎は言った。

「私ではありません」と花子が静かに答えた。

太郎は笑って言った。「では霜だ」`,
    ["太郎", "花子", "太郎"],
  ],
];

for (const [code, text, speakers] of STORIES) {
  test(`${code}: tagged lines get their speakers (${text.match(/[„«—“「]/u)?.[0]})`, () => {
    assert.equal(languageOf(text), code);
    const { blocks, characters } = structureText(text);
    assert.equal(blocks.map((block) => text.slice(block.start_utf16, block.end_utf16)).join(""), text);
    assert.deepEqual(
      blocks
        .filter(({ kind }) => kind === "speech")
        .map(({ speaker }) => (speaker === null ? null : characters[speaker]!.name)),
      speakers,
    );
  });
}

test("data between the words of a text says nothing about its language", () => {
  // "ij" is Dutch in a word.
  const data = "abcdefghij".repeat(10_000);
  assert.equal(languageOf(`The key was on the paper.\n\n${data}\n\n“What is that?” asked Mary.`), "en");
});

test("a text without evidence of a language counts as English", () => {
  for (const text of ["", "…", "12 34", "Anna"]) assert.equal(languageOf(text), "en");
});
