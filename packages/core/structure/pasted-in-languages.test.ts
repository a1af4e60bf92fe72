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

function speakers(text: string): string[] {
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

test("German: the first word of the text can open a person's action", () => {
  const text = `Der Notar schob die Brille auf die Stirn und betrachtete die Geschwister.

„Das Testament Ihres Vaters ist kurz“, begann er.

„Wir kennen es“, sagte Helene.

„Sie kennen das alte.“
`;
  assert.deepEqual(speakers(text), ["Notar", "Helene", "Notar"]);
});

for (const [language, text, person] of [
  ["it", "«Venga con me per favore», disse il portiere abbassando la voce, «e non faccia rumore.»\n", "portiere"],
  ["es", "«Venga conmigo por favor», dijo el portero bajando la voz, «y no haga ruido.»\n", "portero"],
  ["pt", "«Venha comigo por favor», disse o porteiro baixando a voz, «e não faça barulho.»\n", "porteiro"],
  [
    "fr",
    "« Venez avec moi s’il vous plaît », dit le portier baissant la voix, « et ne faites pas de bruit. »\n",
    "portier",
  ],
] as const)
  test(`${language}: a form that tells what the speaker does is no person`, () => {
    assert.deepEqual(new Set(speakers(text)), new Set([person]));
  });

test("Russian: words from a place behind the noun are no part of it", () => {
  const text = `Заяц сидел на пеньке и чистил морковку.

— Привет, — сказал заяц.

— Я всё слышала! — закричала лиса из-за ёлки.
`;
  assert.deepEqual(speakers(text), ["заяц", "лиса"]);
});

test("Russian and Polish: the ending of a noun states the gender of its person", () => {
  const russian = `Лесник и белка сидели на пеньке.

— Привет, — сказал лесник.

— И тебе, — ответила белка.

— Холодно сегодня, — вздохнул он.

— Это зима, — сказала она.
`;
  assert.deepEqual(speakers(russian), ["лесник", "белка", "лесник", "белка"]);
});

test("German: a relative that is used like a name has its gender", () => {
  const text = `Mama steht im Türrahmen. Der Karton liegt da, und er ist schwer, weil er voll ist.

„Hast du das gesehen?“, fragt Mama.

„Nein“, sagt Papa.
`;
  const { characters } = structureText(text);
  assert.deepEqual(
    characters.map(({ name, gender }) => [name, gender]),
    [
      ["Mama", "female"],
      ["Papa", "male"],
    ],
  );
});

test("my aunt Remedios is my aunt", () => {
  const spanish = `Caminamos hasta la casa de mi tía Remedios. Fermín iba delante con la maleta.

—¿Sigue viva? —pregunté.

—Sigue enfadada —dijo Fermín.

—¡La sopa está fría! —gritó mi tía.
`;
  assert.equal(speakers(spanish).at(-1), "tía Remedios");
  const german = `Ich war elf, als mein Onkel Albrecht mich mit aufs Dach nahm.

„Nicht nach unten sehen“, sagte mein Onkel.

„Warum nicht?“, fragte ich.
`;
  assert.equal(speakers(german)[0], "Onkel Albrecht");
});

test("a person who says her name is the one that the narration describes", () => {
  const spanish = `La mujer del abrigo verde se sentó a su lado sin pedir permiso y miró el piano.

—Mi marido tenía todos sus discos —dijo la mujer.

—Lo siento —dijo el pianista.

—Sin nada. —La mujer del abrigo verde se quitó los guantes—. Me llamo Elvira.

—¿Ha muerto su marido?

—Todavía no —dijo Elvira.
`;
  assert.deepEqual(speakers(spanish), ["Elvira", "pianista", "Elvira", "Elvira", "pianista", "Elvira"]);
  const german = `Eine Elbin trat auf den Weg. Peter hob die Laterne.

„Ich habe es gegessen“, sagte die Elbin.

Peter griff nach der Axt.

„Beruhige dich.“ Sie lächelte. „Mein Name ist Ilvany.“

„Und das soll ich glauben?“, knurrte er.

„Komm mit“, sagte Ilvany.
`;
  assert.deepEqual(speakers(german), ["Ilvany", "Ilvany", "Ilvany", "Peter", "Ilvany"]);
});

test("an address with a word before the noun is an address", () => {
  const portuguese = `A capitã Amélia Roxo contou as moedas e olhou para o mar.

— Não fui eu! — disse o grumete.

— Ninguém disse que foste tu.

— Mas ia dizer, minha capitã.
`;
  assert.deepEqual(speakers(portuguese), ["grumete", "capitã Amélia Roxo", "grumete"]);
  const german = `Ein Schaffner kam durch den Gang. Ein Student saß am Fenster.

„Warum stehen wir?“, fragte eine Frau.

„Signalstörung.“

„Und wie lange dauert das?“

„So lange, wie es dauert, gnädige Frau“, sagte der Schaffner.

„Ich habe eine Prüfung“, sagte der Student.
`;
  assert.deepEqual(speakers(german), ["Frau", "Schaffner", "Frau", "Schaffner", "Student"]);
});

for (const [language, text, person] of [
  [
    "nl",
    "Dekker keek naar de foto.\n\n‘Nee,’ zei de vrouw.\n\nVanuit het ruim kwam een jongen naar boven, nat en wit als een laken.\n\n‘We maken water.’\n\n‘Hoeveel?’ vroeg de vrouw.\n",
    "jongen",
  ],
  [
    "nl",
    "‘Hoekstra, eruit,’ zei Dekker tegen de deur.\n\nDe jonge agent bij de deur schoot in de lach.\n\n‘Sorry, inspecteur.’\n\n‘Ik ken hem niet,’ zei de vrouw.\n",
    "agent",
  ],
  [
    "de",
    "„Sie ging immer“, sagte Regula zu dem Händler.\n\nHinter dem Vorhang erschien ein kleiner Mann mit weißem Haar.\n\n„Zeig mir die Uhr.“\n\n„Gern“, sagte der Händler.\n",
    "Mann",
  ],
  [
    "pl",
    "Weronika usiadła przy stole.\n\n— Przepraszam — powiedziała Weronika.\n\nPodszedł kelner z notesem.\n\n— Co podać?\n\n— Wodę — rzuciła Weronika.\n\n— Dla mnie kawę — powiedział Adam.\n",
    "kelner",
  ],
  [
    "es",
    "—No me esperes —dijo Marta.\n\nEntró un hombre con la cara mojada.\n\n—¿Está abierto?\n\n—Está cerrado —dijo Ignacio.\n",
    "hombre",
  ],
  [
    "es",
    "—Hacía lentejas —respondió el abuelo.\n\n—¿Y nada más? —insistió Tomás.\n\nLa madre de Tomás soltó una carcajada desde el fregadero.\n\n—De eso sí murió alguno —dijo.\n",
    "madre",
  ],
] as const)
  test(`${language}: a person who comes in or acts says the next line: ${person}`, () => {
    const lines = speakers(text);
    assert.equal(lines[language === "es" && person === "madre" ? 2 : 1], person);
  });

for (const [language, text] of [
  [
    "es",
    "- ¿Has visto mi móvil? - preguntó Lucía cuando entró en la casa.\n\n- No sé de qué me hablas - contesté.\n\n- ¡Que me lo des! - gritó Lucía.\n",
  ],
  [
    "pt",
    "- Você viu o meu telefone? - perguntou Lúcia quando entrou em casa.\n\n- Não sei do que você está falando - resmunguei.\n\n- Me dá isso! - gritou Lúcia.\n",
  ],
  [
    "it",
    "- Hai visto il mio telefono? - chiese Lucia quando entrò in casa.\n\n- Non so di che cosa parli - borbottai.\n\n- Dammelo! - gridò Lucia.\n",
  ],
] as const)
  test(`${language}: a verb of saying in the first person is the narrator's`, () => {
    assert.deepEqual(speakers(text)[1], "Narrator");
    assert.equal(said(text).length, 3);
  });

for (const [language, text] of [
  [
    "es",
    "El detenido miró a la mujer. Después alargó la mano. Ahora llovía.\n\n—Deme ese cigarrillo —murmuró.\n\n—Tome —dijo Ríos.\n",
  ],
  [
    "fr",
    "Le détenu regarda la femme. Ensuite il tendit la main. Ensuite pleuvait.\n\n— Donnez-moi ça, murmura-t-il.\n\n— Tenez, dit Marie.\n",
  ],
] as const)
  test(`${language}: an adverb at the beginning of a sentence is no person`, () => {
    const { characters } = structureText(text);
    assert.ok(!characters.some(({ name }) => /^(?:Después|Ahora|Ensuite)$/u.test(name)));
  });

test("first-person narrators take their turns in the scene", () => {
  const italian = `"Sei in ritardo" mi disse Matteo.

"Lo so, scusa. Il motorino non partiva."

"Come al solito."

Giulia era già seduta sul muretto e io cercai di non guardarla.

"Allora, che si fa?" chiese Giulia.

"Si va al mare."

"Al mare? Ma sono le sei!" protestai.
`;
  assert.deepEqual(speakers(italian).slice(0, 3), ["Matteo", "Narrator", "Matteo"]);
});

test("Italian: a person who comes in later said no line before", () => {
  const text = `Lele si arrampicò sullo sgabello e guardò nella pentola.

«Nonna, posso mescolare?»

«Piano, che schizza.» La nonna gli diede il cucchiaio di legno.

«Perché?»

«Perché se no si offende.»

Lo zio Berto entrò con la legna e lasciò una scia di neve sul pavimento.

«Chi si offende?»

«La polenta», spiegò Lele.

«Ah», fece lo zio.

«Le scarpe!» gridò la nonna.
`;
  assert.deepEqual(speakers(text).slice(0, 5), ["Lele", "nonna", "Lele", "nonna", "zio Berto"]);
});

for (const [language, text] of [
  [
    "fr",
    "Marc trouva le billet dans sa poche.\n\n« Je sais tout. Rendez l’argent avant lundi. »\n\nIl le relut deux fois, puis il le jeta au feu.\n",
  ],
  [
    "de",
    "Am Morgen lag ein Brief auf der Treppe.\n\n„Lieber Max“, stand da, „ich bin schon in Rom. Such mich nicht.“\n",
  ],
  ["pl", "Marek otworzył list od brata.\n\n„Kochana mamo, nie przyjadę na lato. Całuję. Jan”.\n"],
  ["nl", "Hij vond een briefje onder de deur: ‘Morgen, acht uur. Kom alleen.’\n"],
  ["es", "Leyó la nota que había encontrado en el cajón: «Mañana, a las ocho. Ven sola».\n"],
  ["sv", "Hon öppnade brevet från sin bror.\n\n”Kära syster, jag kommer inte hem i sommar. Din Nils.”\n"],
] as const)
  test(`${language}: a letter is narration: ${text}`, () => {
    assert.deepEqual(words(text), []);
  });

test("a letter that a person reads aloud is speech", () => {
  const text = "Hij las het briefje hardop: ‘Morgen, acht uur. Kom alleen.’\n\n‘Wie schrijft dat?’ vroeg Anna.\n";
  assert.equal(words(text).length, 2);
});

for (const [language, text] of [
  [
    "es",
    "—¿Dónde estabas? —me preguntó Marta cuando entré con Pablo.\n\n—En casa.\n\n—Mentira —dijo Marta.\n\n—Es verdad —dije.\n\n—No —dijo Pablo.\n",
  ],
  [
    "de",
    "„Wo warst du?“, fragte mich Marta, als ich mit Paul kam.\n\n„Zu Hause.“\n\n„Das stimmt nicht“, sagte Marta.\n\n„Doch“, sagte ich.\n\n„Nein“, sagte Paul.\n",
  ],
  [
    "zh",
    "“你昨天去哪儿了？”张扬问我。\n\n“在家。”\n\n“骗人。”\n\n我低着头。上课铃响了，老师走了进来。\n\n“坐好。”老师说。\n",
  ],
  [
    "ja",
    "「ねえ、宿題やった？」と美咲が俺に聞いた。\n\n「やってない」\n\n「また？」\n\n俺は窓の外を見た。ドアが開いて、先生が入ってきた。\n\n「席について」と先生が言った。\n",
  ],
] as const)
  test(`${language}: a narrator who is asked answers`, () => {
    assert.equal(speakers(text)[1], "Narrator");
  });

test("Polish and Spanish: the ending of a name that no list has states its gender", () => {
  const polish = `Przy stole siedziała Tosinka. Obok stał Marek.

— Próbowałem! — zawołał.

— Widzę — odpowiedziała Tosinka.
`;
  const { characters } = structureText(polish);
  assert.equal(characters.find(({ name }) => name === "Tosinka")?.gender, "female");
});
