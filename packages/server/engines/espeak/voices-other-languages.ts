// Voices of other languages. Each reads its own language, and texts in another language with its accent.
// The first voices have bodies of their own. The others take the body of an English voice: pitch, vocal tract, formants, breath
// and pace. So every language has women and men of each age, and children, that sound clearly different from each other.

import { type Accent, accentName, design, type VoiceDesign } from "./voice-design.ts";
import { CHILDREN } from "./voices-children.ts";
import { MEN } from "./voices-men.ts";
import { WOMEN } from "./voices-women.ts";

/** They came first, and share one revision with the English voices (`revisionOf`). New voices go into CASTS. */
export const OTHER_LANGUAGES: readonly VoiceDesign[] = [
  design("Greta", ["female", "adult", "german"], [142, 208, 112, 100], "German, clear.", ["clear", "narrator"]),
  design("Karl", ["male", "adult", "german"], [80, 118, 99, 90], "German, low.", ["clear"]),
  design("Camille", ["female", "adult", "french"], [148, 215, 114, 100], "French, light.", ["clear", "narrator"]),
  design("Luc", ["male", "adult", "french"], [86, 126, 101, 90], "French, calm.", ["clear"]),
  design("Lucía", ["female", "adult", "spanish"], [150, 218, 113, 110], "Spanish, lively.", ["clear", "narrator"]),
  design("Mateo", ["male", "adult", "spanish"], [84, 124, 100, 100], "Spanish, firm.", ["clear"]),
  design("Giulia", ["female", "adult", "italian"], [152, 222, 113, 110], "Italian, bright.", ["clear", "narrator"]),
  design("Marco", ["male", "adult", "italian"], [86, 128, 100, 100], "Italian, warm.", ["clear"]),
  design("Sanne", ["female", "adult", "dutch"], [144, 210, 112, 95], "Dutch, even.", ["clear", "narrator"]),
  design("Pieter", ["male", "adult", "dutch"], [82, 120, 100, 95], "Dutch, even.", ["clear"]),
  design("Inês", ["female", "adult", "portuguese"], [146, 212, 112, 95], "Portuguese, soft.", ["clear", "narrator"]),
  design("Rafael", ["male", "adult", "brazilian"], [84, 124, 101, 100], "Brazilian, easy.", ["clear", "narrator"]),
  design("Zofia", ["female", "adult", "polish"], [146, 212, 112, 100], "Polish, clear.", ["clear", "narrator"]),
  design("Olga", ["female", "adult", "russian"], [144, 210, 112, 95], "Russian, full.", ["clear", "narrator"]),
  design("Dmitri", ["male", "adult", "russian"], [78, 116, 98, 90], "Russian, deep.", ["clear"]),
  design("Astrid", ["female", "adult", "swedish"], [148, 216, 113, 100], "Swedish, clear.", ["clear", "narrator"]),
];

/** A woman and a man with plain, clear bodies, for narration. */
const NARRATORS = [
  { gender: "female", sound: [146, 212, 112, 100] },
  { gender: "male", sound: [82, 121, 100, 95] },
] as const;

/** The English voices whose bodies a full cast has, in the order of its names. */
const FULL = [
  ...["delphine", "marion", "sylvia", "beryl", "harriet", "bridget", "aunt-hester", "nan-flora", "daisy"],
  ...["marlon", "vincent", "silas", "basil", "tom", "ryan", "sir-hugh", "old-thomas", "billy"],
];
/** The same for a language with a small cast. */
const SMALL = ["marion", "harriet", "aunt-hester", "daisy", "marlon", "ryan", "sir-hugh", "billy"];

const BODIES: ReadonlyMap<string, VoiceDesign> = new Map(
  [...WOMEN, ...MEN, ...CHILDREN].map((voice) => [voice.id, voice]),
);

/** `names`: the narrators that the language lacks, then one for each body. */
function cast(
  accent: Accent,
  bodies: readonly string[],
  narrators: { readonly female?: string; readonly male?: string },
  names: readonly string[],
): readonly VoiceDesign[] {
  if (names.length !== bodies.length) throw new Error(`The cast "${accent}" has ${names.length} names.`);
  const language = accentName(accent);
  return [
    ...NARRATORS.flatMap(({ gender, sound }) => {
      const name = narrators[gender];
      if (name === undefined) return [];
      return [design(name, [gender, "adult", accent], sound, `${language}, clear.`, ["clear", "narrator"])];
    }),
    ...bodies.map((body, index): VoiceDesign => {
      const like = BODIES.get(body);
      if (like === undefined) throw new Error(`No voice has the body "${body}".`);
      const { pitch, tract, brightness = 100, description, ...rest } = like;
      const words = `${language}: ${description.charAt(0).toLowerCase()}${description.slice(1)}`;
      return {
        ...rest,
        ...design(names[index]!, [like.gender, like.age, accent], [...pitch, tract, brightness], words, like.tags),
      };
    }),
  ];
}

const words = (text: string) => text.split(" ");

export const CASTS: readonly VoiceDesign[] = [
  ...cast("german", FULL, {}, [
    ...words("Friederike Ulrike Sybille Hannelore Lena Marlene Gertrud Adelheid Lotte"),
    ...words("Heinrich Rainer Ottokar Eberhard Jonas Fabian Albrecht Gustav Moritz"),
  ]),
  ...cast("french", FULL, {}, [
    ...words("Hélène Solange Amélie Brigitte Manon Élise Marguerite Odette Zoé"),
    ...words("Antoine Gaston Armand Fernand Julien Théo Aurélien Marcel Louis"),
  ]),
  ...cast("spanish", FULL, {}, [
    ...words("Isabel Carmen Marisol Pilar Nuria Elena Dolores Remedios Paloma"),
    ...words("Alejandro Joaquín Ramiro Eusebio Diego Álvaro Fermín Anselmo Nico"),
  ]),
  ...cast("latin", SMALL, { female: "Ximena", male: "Emiliano" }, [
    ...words("Guadalupe Valentina Refugio Itzel Fernando Santiago Porfirio Beto"),
  ]),
  ...cast("italian", FULL, {}, [
    ...words("Beatrice Ornella Serena Tiziana Chiara Ilaria Assunta Filomena Ginevra"),
    ...words("Lorenzo Saverio Ruggero Ernesto Matteo Luca Umberto Gaetano Pietro"),
  ]),
  ...cast("dutch", FULL, {}, [
    ...words("Margriet Hendrika Annelies Truus Fleur Femke Geertruida Cornelia Noor"),
    ...words("Willem Joris Govert Barend Daan Sander Diederik Teunis Bram"),
  ]),
  ...cast("portuguese", FULL, { male: "Duarte" }, [
    ...words("Leonor Graça Madalena Fátima Matilde Teresa Conceição Ermelinda Benedita"),
    ...words("Gonçalo Vasco Baltasar Evaristo Tiago Rui Sebastião Joaquim Tomás"),
  ]),
  ...cast("brazilian", FULL, { female: "Letícia" }, [
    ...words("Renata Aparecida Luciana Rosângela Bruna Marina Zulmira Iracema Bia"),
    ...words("Otávio Adilson Severino Nelson Caio Thiago Anselmino Benedito Davi"),
  ]),
  ...cast("polish", FULL, { male: "Tadeusz" }, [
    ...words("Katarzyna Danuta Aleksandra Beata Kinga Magdalena Genowefa Stefania Hania"),
    ...words("Krzysztof Zbigniew Bogdan Eugeniusz Mateusz Jakub Kazimierz Wincenty Antek"),
  ]),
  ...cast("russian", FULL, {}, [
    ...words("Anastasia Galina Larisa Raisa Polina Vera Praskovia Agafya Dasha"),
    ...words("Sergei Boris Gleb Arkady Alyosha Ilya Nikolai Yefim Mitya"),
  ]),
  ...cast("swedish", FULL, { male: "Gustaf" }, [
    ...words("Margareta Gunilla Karin Birgitta Elsa Linnea Gudrun Hedvig Maja"),
    ...words("Henrik Ragnar Torsten Evert Oskar Emil Sixten Hjalmar Nils"),
  ]),
  ...cast("mandarin", FULL, { female: "Wanqing", male: "Zhiyuan" }, [
    ...words("Meilin Shufen Yalan Cuihua Xiaoyan Ruolan Guiying Fengxian Niuniu"),
    ...words("Jianguo Dahai Tieshan Wenbin Haoran Yichen Laoshan Desheng Doudou"),
  ]),
  ...cast(
    "danish",
    SMALL,
    { female: "Kirsten", male: "Mogens" },
    words("Bodil Freja Inger Smilla Jesper Mikkel Aksel Villads"),
  ),
  ...cast(
    "norwegian",
    SMALL,
    { female: "Ingrid", male: "Håkon" },
    words("Solveig Tuva Borghild Vilde Torbjorn Sindre Sverre Odin"),
  ),
  ...cast(
    "finnish",
    SMALL,
    { female: "Aino", male: "Eero" },
    words("Marjatta Venla Helmi Pihla Juhani Onni Urho Eetu"),
  ),
  ...cast(
    "czech",
    SMALL,
    { female: "Ludmila", male: "Vojtěch" },
    words("Blanka Tereza Drahomíra Anežka Radek Ondřej Bohumil Vašek"),
  ),
  ...cast(
    "slovak",
    SMALL,
    { female: "Zuzana", male: "Matúš" },
    words("Jarmila Nina Eva Hanka Peter Dušan Imrich Miško"),
  ),
  ...cast(
    "hungarian",
    SMALL,
    { female: "Katalin", male: "András" },
    words("Ildikó Réka Piroska Zsófi Gábor Bence Lajos Peti"),
  ),
  ...cast(
    "romanian",
    SMALL,
    { female: "Ioana", male: "Mihai" },
    words("Rodica Alina Smaranda Ilinca Sorin Andrei Gheorghe Ionel"),
  ),
  ...cast(
    "catalan",
    SMALL,
    { female: "Montserrat", male: "Jordi" },
    words("Mercè Laia Roser Queralt Oriol Arnau Ramon Biel"),
  ),
  ...cast(
    "croatian",
    SMALL,
    { female: "Jelena", male: "Tomislav" },
    words("Vesna Petra Ljubica Iva Zvonimir Luka Stjepan Janko"),
  ),
  ...cast(
    "bulgarian",
    SMALL,
    { female: "Nevena", male: "Georgi" },
    words("Rumyana Yana Stoyanka Radka Plamen Kiril Asen Mitko"),
  ),
  ...cast(
    "greek",
    SMALL,
    { female: "Eleni", male: "Nikos" },
    words("Stavroula Danae Evanthia Myrto Alexis Petros Thanasis Lakis"),
  ),
  ...cast("turkish", SMALL, { female: "Elif", male: "Mehmet" }, words("Nermin Defne Hatice Ela Kemal Emre Osman Can")),
  ...cast("vietnamese", SMALL, { female: "Linh", male: "Minh" }, words("Huong Thuy Lan Mai Quang Tuan Phuc Bao")),
  ...cast(
    "indonesian",
    SMALL,
    { female: "Dewi", male: "Budi" },
    words("Sri Putri Wulan Kirana Agus Rizky Slamet Bayu"),
  ),
];
