// What the narrator says and reads stays narration: the words around French turns, and letters.

import assert from "node:assert/strict";
import { test } from "node:test";
import { layOut } from "./dialogue.ts";
import { ENGLISH } from "./language/english.ts";
import { readStory } from "./read-story.ts";
import { structureText } from "./structure.ts";
import { IN_SPEECH, tokenize, WORD } from "./tokens.ts";

/** Turns of a French story that separates its paragraphs, so that a dash opens speech. */
const FRENCH = "— Le canal est gelé, dit Paul.\n\n— Je le vois, répondit Claire.\n\n";
/** The same with turns inside the paragraphs. */
const INLINE = `${"Paul entra dans la salle. — Tu dors ? dit-il. — Non, dit Claire. — Alors viens, dit-il. — Je viens. ".repeat(4)}\n\n`;

function wordsBehind(text: string, start: string): readonly string[] {
  return readStory(start + text).words.slice(readStory(start).words.length);
}

for (const [what, text, words] of [
  ["an initial ends no sentence", "— On le voit peu, dit M. de Vaubert avec humeur.", ["— On le voit peu,"]],
  [
    "a relative clause with a written tense",
    "— Tu la verras demain ! dit Paul, dont la main, pâle et fine, trembla sur la lampe. Viens avec moi.",
    ["— Tu la verras demain !", "Viens avec moi."],
  ],
  [
    "words that qualify the manner",
    "— Vous arrivez tard, dit Paul d’un ton sec, mais avec un sourire dans la voix. Je vous attendais.",
    ["— Vous arrivez tard,", "Je vous attendais."],
  ],
  [
    "an action before a colon",
    "— C’est lui ! cria Paul ; et il ajouta plus bas, en montrant la porte : Montez chez nous.",
    ["— C’est lui !", "Montez chez nous."],
  ],
  ["a mere repetition goes on as speech", "— Je viens, dit Paul, et je reste.", ["— Je viens,", "et je reste."]],
] as const)
  test(`French turns: ${what}`, () => assert.deepEqual(wordsBehind(text, FRENCH), words));

test("French turns inside paragraphs end where the narration has a written tense", () => {
  const told = "Elle rougit. Paul posa la lampe et referma la porte du jardin derrière madame Morel.";
  assert.deepEqual(wordsBehind(`Il se tut. — Viens avec moi, ma fille ! ${told}`, INLINE), [
    "— Viens avec moi, ma fille !",
  ]);
  assert.deepEqual(wordsBehind(`Il se tut. — ${told.slice(13)}`, INLINE), []);
});

test("a sentence that ends with a colon before the next turn is narration", () => {
  assert.deepEqual(
    wordsBehind("Il se tut. — Viens avec moi ! Claire hésitait. Paul répétait : — Viens donc !", INLINE),
    ["— Viens avec moi !", "— Viens donc !"],
  );
});

test("a note of the editor inside a turn is not read", () => {
  const note = "[Note: a low dam across a river.]";
  const text = `“He spoke of the weir ${note}, not of the lock,” said Anna.\n\n“So he did,” said Tom.`;
  const [first] = structureText(text).blocks;
  assert.deepEqual(
    first!.exclusions.map(({ start_utf16, end_utf16 }) => text.slice(start_utf16, end_utf16)),
    [note],
  );
});

/** In lines like those of a book. */
const PROSE = `${"the rain has not stopped since you left, and the\nriver stands as high as the second step of the mill\nwhere we all sat, and ".repeat(4)}so`;

for (const [what, letter] of [
  ["a date and a salutation share a paragraph", `HARTWELL, MONDAY.\nMy dear Anna,\n\n"${PROSE}."`],
  ["the salutation stands before the quote", `Harbour Street, June.\n\n\nMY DEAR ANNA,\n   "${PROSE}."`],
  [
    "the noun stands far before the colon",
    `Extract from a letter sent a few days later by Mrs. Hale to her sister, Mrs. Vane:\n\n"${PROSE}."`,
  ],
  ["the document runs", `The notary had sent a sheet.\n\n"Mademoiselle," the document ran, "${PROSE}."\n\n"${PROSE}."`],
  ["it states its words", `A letter from the mill had come. It said:\n\n"${PROSE}\n\n"${PROSE}."`],
  ["somebody reads on", `Anna read on: "${PROSE}."`],
  ["its end says so", `She knew the hand.\n\n"${PROSE}.\n\n"${PROSE}. Yours, &c.\n\n"EDW. HALE."`],
  ["its closing stands alone", `She knew the hand.\n\n"${PROSE}."\n\n"Your affectionate Brother,"\n\n"E. H."`],
  ["only an address opens it", `The post had come.\n\n"Mademoiselle,\n\n"${PROSE}."`],
] as const)
  test(`a letter is read: ${what}`, () => {
    const talk = '"Is it from him?" said Tom.';
    assert.deepEqual(readStory(`${talk}\n\n${letter}\n\nAnna folded it.\n\n${talk}`).words, [
      '"Is it from him?"',
      '"Is it from him?"',
    ]);
  });

for (const [what, text, count] of [
  ["a short answer", '"Is it yours?" said Anna.\n\n"Yours, I think."\n\n"Your hat, madam."', 3],
  ["a reaction to a letter", `The letter ran as follows:\n\n"${PROSE}."\n\n"What a letter!"\n\n"Is it not?"`, 2],
  ["somebody went on", '"Margaret," it went on: "bring the lamp." It was the fever that spoke.', 2],
  ["a call", '"Anna," he cried.\n\n"Dear Anna, come here, the letter can wait."\n\n"I come," said Anna.', 3],
] as const)
  test(`no letter: ${what}`, () => assert.equal(readStory(text).words.length, count));

test("the words of a letter count as quoted, not as the narrator's", () => {
  const text = `Anna took the sheet. The letter ran as follows:\n\n"${PROSE}."\n\nShe sat down.`;
  const tokens = tokenize(text, layOut(text), ENGLISH);
  const narrated = tokens.lower.filter((_, index) => (tokens.flags[index]! & (WORD | IN_SPEECH)) === WORD);
  assert.equal(narrated.join(" "), "anna took the sheet the letter ran as follows she sat down");
});
