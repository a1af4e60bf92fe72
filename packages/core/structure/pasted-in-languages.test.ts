import assert from "node:assert/strict";
import { test } from "node:test";
import { structureText } from "./structure.ts";

/** The speaker and the words of each spoken block, without marks. */
function said(text: string): [name: string, words: string][] {
  const { blocks, characters } = structureText(text);
  return blocks
    .filter(({ kind }) => kind === "speech")
    .map(({ speaker, start_utf16, end_utf16 }) => [
      speaker === null ? "-" : characters[speaker]!.name,
      text
        .slice(start_utf16, end_utf16)
        .replaceAll(/^[\s«»„“”"‚‘’—–-]+|[\s«»„“”"‘’]+$/gu, "")
        .replace(/,$/u, ""),
    ]);
}

export function speakers(text: string): string[] {
  return said(text).map(([name]) => name);
}

function words(text: string): string[] {
  return said(text).map(([, own]) => own);
}

const FRENCH_NIGHT = "La nuit tombait sur le village et il n’y avait plus personne dans la rue.\n\n";
const FRENCH_LINE = "\n\n— Je le pense aussi, dit Claire.\n";

for (const [tag, rest] of [
  ["je dis.", ""],
  ["je lui réponds.", ""],
  ["s’écrie Paul.", ""],
  ["finit-il par répondre.", ""],
  ["ai-je dit.", ""],
  ["s’est exclamée la dame.", ""],
  ["a demandé Paul.", ""],
  ["fit Paul, émerveillé.", ""],
] as const)
  test(`French: the tag "${tag}" behind a comma is narration`, () => {
    assert.deepEqual(words(`${FRENCH_NIGHT}— Il est tard, ${tag}${rest}${FRENCH_LINE}`), [
      "Il est tard",
      "Je le pense aussi",
    ]);
  });

for (const line of ["Eh bien, dis-lui bonjour.", "Allez, dis-moi tout.", "Tu vois, je dis que c’est possible."])
  test(`French: "${line}" has no tag`, () => {
    assert.deepEqual(words(`${FRENCH_NIGHT}— ${line}${FRENCH_LINE}`), [line, "Je le pense aussi"]);
  });

test("French: speech continues behind a tag inside guillemets", () => {
  assert.deepEqual(words(`${FRENCH_NIGHT}« J’avais ton âge, commença Luc, quand j’ai vu la bête. »\n`), [
    "J’avais ton âge",
    "quand j’ai vu la bête.",
  ]);
  assert.deepEqual(words(`${FRENCH_NIGHT}« Dix ans, répondit Claire. Ça dépendra du juge. »\n`), [
    "Dix ans",
    "Ça dépendra du juge.",
  ]);
});

test("French: a tag inside straight marks is narration", () => {
  assert.deepEqual(words(`${FRENCH_NIGHT}"Si on se perd, dit Inès, je te laisse choisir."\n\n"Bon", dit Hugo.\n`), [
    "Si on se perd",
    "je te laisse choisir.",
    "Bon",
  ]);
});

test("French: a person's action between two sentences of a turn is narration", () => {
  const text =
    "Le commissaire entra.\n\n— Comme vous voudrez. Le commissaire ouvrit un dossier. Vous connaissiez la victime ?\n\n— De vue, dit Élise.\n";
  assert.deepEqual(words(text), ["Comme vous voudrez.", "Vous connaissiez la victime ?", "De vue"]);
});

test("Spanish: a mark at the beginning of the next paragraphs continues the turn", () => {
  const text = `El maestro apagó el candil y todos los niños se sentaron cerca de él.

—Yo era aprendiz entonces —empezó el maestro—. Dormía en el taller.

»Bajé la escalera sin zapatos. No había nadie.

»A la mañana siguiente se lo conté a mi patrón.

—¿Por qué? —susurró Nieves.

—Porque la guitarra era para un muerto.
`;
  assert.deepEqual(speakers(text), ["maestro", "maestro", "maestro", "maestro", "Nieves", "maestro"]);
});

test("French: a dash behind open guillemets is another turn", () => {
  const text = `Clara était assise à la terrasse et Marc s’approcha d’elle sans bruit.

« Tu n’as pas changé, dit Clara.

— Toi non plus.

— Menteur, dit-elle. Qu’est-ce que tu veux ?

— Que tu gardes mon chien. »
`;
  assert.deepEqual(speakers(text), ["Clara", "Marc", "Clara", "Clara", "Marc"]);
});

for (const [language, text] of [
  ["de", "An der Tür hing ein Zettel. „Bin gleich zurück“, stand darauf, in einer Schrift, die nach Eile aussah."],
  ["es", "Sobre la mesa había una nota. «No me esperes», decía, y nada más."],
  ["es", "En el dorso, con lápiz, alguien había apuntado: «Leche, huevos, pilas»."],
  ["nl", "Op de stoep stond een doos. ‘Gratis mee te nemen’, stond erop."],
  ["pt", "Na porta havia um aviso: “Volto em cinco minutos”. Ninguém sabia de nada."],
  ["ru", "Катя нашла записку под дверью. «Не звони мне больше.» Она перечитала её."],
  ["zh", "山门上写着四个字：“来者止步”。他看了看，抬脚就走了进去。"],
  ["it", "Sulla porta un cartello diceva: «Torno subito». Nessuno sapeva niente."],
  ["fr", "Il lut le mot posé sur la table. « Ne m’attends pas », disait le billet."],
  ["pl", "Na drzwiach wisiała kartka: „Zaraz wracam”. Nikt nic nie wiedział."],
] as const)
  test(`${language}: written words are narration: ${text}`, () => {
    assert.deepEqual(words(`${text}\n`), []);
  });
