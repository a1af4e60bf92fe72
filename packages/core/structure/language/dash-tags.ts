// Tags inserted into a turn of speech that a dash opens: data for finding the tag in "– Venez, dit-il, venez."

import type { LanguageData } from "./language.ts";

export interface DashTags {
  readonly code: string;
  /** A single paragraph that a dash opens is speech; other languages need several. */
  readonly habit: boolean;
  /** Where a second dash opens the narrator's words; see DashHabits. */
  readonly closing: "attached" | "spaced" | null;
  /** Whether a tag can follow a comma without a dash. */
  readonly commas: boolean;
  /** Endings of the verbs that narration uses; null when unknown. */
  readonly narrationVerbs: RegExp | null;
  /** A subject and a verb that only narration has; null when speech has the same tense. */
  readonly narratedInside: RegExp | null;
  /** Verbs that can precede their subject in an inserted tag, lower case. */
  readonly verbs: ReadonlySet<string>;
  /** Object pronouns that can precede the verb: "lui dit-il", "s'écria". */
  readonly clitics: ReadonlySet<string>;
  /** Auxiliaries of a compound tense and the participles of verbs of saying: "a demandé Paul", "ai-je dit"; empty without one. */
  readonly compound: { readonly auxiliaries: ReadonlySet<string>; readonly participles: ReadonlySet<string> };
  /** Pronouns of a narrator before the verb, where the tag ends the sentence: ", je dis." */
  readonly tellers: ReadonlySet<string>;
  /** Pronouns after the verb, joined or not: "dit-il"; "he said" has them before. */
  readonly pronouns: ReadonlySet<string>;
  /** Determiners and titles that open a subject: "dit le maître". */
  readonly subjects: ReadonlySet<string>;
  /** A pronoun before the verb makes an inserted tag too ("he said"). */
  readonly subjectFirst: boolean;
  /** A noun needs no article. */
  readonly bareNouns: boolean;
  /** A verb needs no subject: "— Έλα, είπε." */
  readonly bareVerbs: boolean;
  /** Words of the first and second person: a part with them is speech. */
  readonly persons: ReadonlySet<string>;
  /** Those among them that narration has inside a sentence as well. */
  readonly alsoTold: ReadonlySet<string>;
  /** Titles: before a name they address no person. */
  readonly titles: ReadonlySet<string>;
  /** Verbs in a tense that is only written; null when the language has none. */
  readonly writtenTense: RegExp | null;
  /** Words that continue an inserted tag after its comma: "dit-il, en riant". */
  readonly carriesOn: ReadonlySet<string>;
  /** Words that open a sentence of narration. */
  readonly narrates: ReadonlySet<string>;
}

function set(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

const NO_COMPOUND: DashTags["compound"] = { auxiliaries: set(""), participles: set("") };

const FRENCH_VERBS = `
  dit disait dis dirent disaient répondit répondis répondait répondirent répliqua répliquai reprit repris reprenait demanda demandai
  demandait demandèrent écria écriai écriait écrièrent ajouta ajoutai ajoutait fit fis faisait firent murmura murmurai
  murmurait balbutia cria criai criait crièrent continua continuait poursuivit poursuivait observa interrompit
  exclama hurla gronda grommela chuchota souffla soupira déclara affirma pensa pensait pensai songea songeait
  objecta insista répéta répétait conclut acheva commença riposta rétorqua bégaya protesta supplia implora ordonna
  interrogea questionna remarqua expliqua annonça avoua avança lança lâcha jeta gémit sanglota rugit beugla ricana
  railla plaisanta proposa suggéra approuva assura confirma accorda concéda recommanda conseilla avertit prévint
  remercia salua appela rappela raconta prononça articula proféra vociféra glapit siffla hasarda risqua intervint
  coupa trancha termina résuma confia recommença redit dit-on mouchu sourit rit chanta soupirait grogna grogne
  demande répond reprend ajoute s'écrie murmure crie continue chuchote souffle soupire hurle réplique insiste explique lance gronde
  proteste ordonne propose rétorque bredouille bredouilla bredouillait ironisa ironise étonna étonne inquiéta inquiète enquit enquiert
  emporta emporte indigna indigne exclame bougonna bougonne maugréa marmonna marmonne susurra susurre mentit ment jura jure admit
  reconnut reconnaît précisa précise corrigea corrige nota constata constate supplie implore gémit sanglote ricane plaisante avoue
  déclare affirme observe remarque répète raconte appelle interrompt coupe tranche lâche jette bafouilla bafouille grimaça glissa écrie finit finis tente tenta réponds demande
  `;

/** "demanda", "demandai", "demandé", "demandée". */
const FRENCH_STEMS = [...set(FRENCH_VERBS)]
  .filter((verb) => /\p{Ll}{2}a$/u.test(verb))
  .map((verb) => verb.slice(0, -1));

export const FRENCH_DASH_TAGS: DashTags = {
  code: "fr",
  habit: true,
  closing: null,
  commas: true,
  narrationVerbs:
    /^(?!(?:peut|veut|faut|vaut|tout|doit|voit|boit|croit|fait|suit|petit|nuit|bruit|esprit|lit|plaît|salut)$)(?:\p{Ll}{2,}(?:ait|aient|èrent|irent|urent|ut|it|int|înt|inrent)|\p{Ll}{3,}a)$/u,
  // The simple past is not spoken.
  narratedInside:
    /^(?:il|elle|ils|elles|\p{L}{4,}(?= \p{Ll}+(?:èrent|irent|urent|[^r]a)$)) (?!(?:peut|veut|faut|vaut|doit|voit|boit|croit|fait|suit|dit|lit|vit|sait|sera|aura|ira|fera|va)$)\p{Ll}{2,}(?:èrent|irent|urent|inrent|int|înt|ut|it|[^r]a)$/u,
  verbs: new Set([...set(FRENCH_VERBS), ...FRENCH_STEMS.map((stem) => `${stem}ai`)]),
  compound: {
    auxiliaries: set("ai a as ont est suis sont avait avais avaient était étais"),
    participles: new Set([
      ...FRENCH_STEMS.flatMap((stem) => [`${stem}é`, `${stem}ée`]),
      ...set("dit fait répondu repris redit admis reconnu interrompu conclu poursuivi"),
    ]),
  },
  tellers: set("je j"),
  clitics: set("lui leur me m te t se s nous vous y en l le la a avait"),
  pronouns: set("il elle ils elles je on nous"),
  subjects: set(
    "le la les l un une son sa ses mon ma mes notre votre leur ce cet cette d de du des monsieur madame mademoiselle mme m mlle mm maître père mère don",
  ),
  subjectFirst: false,
  bareNouns: false,
  bareVerbs: false,
  persons: set(
    "je j me m moi mon ma mes tu te t toi ton ta tes nous notre nos vous votre vos oui non ah oh eh hé hein mais merci adieu allons voyons tiens tenez monsieur madame mademoiselle ça",
  ),
  alsoTold: set("mais oui non merci allons adieu"),
  titles: set("monsieur madame mademoiselle m"),
  writtenTense:
    /^(?:\p{Ll}{2,}(?:èrent|irent|urent|inrent)|eut|fut|eurent|furent|\p{Ll}{2,}[^r]a(?<!cela|papa|sofa|agenda|cinéma)|(?!petit|appétit|esprit|bandit|crédit|habit|récit|profit|débit|délit|conflit|dépit|répit|interdit|maudit|contredit|suffit|finit|agit|réussit)\p{Ll}{2,}[bcdfghlmnprstv]it(?<!(?:écr|r|br|fr|nu|dépl|pl)it)|(?:par|cour|mour|recon|appar|dispar|reç|aperç|conn|voul|véc|vain|accour)ut|(?:re|de|sou|main|ob|appar|par|sur|inter|con|pré)?(?:vint|tint))$/u,
  carriesOn: set(
    "qui que dont en avec d de sans tout toute les puis et tandis comme pour à au aux après avant par sur sous dans quand lorsque presque très d'un d'une si son sa ses ému émue effrayé effrayée pendant où plus le la l un une",
  ),
  narrates: set("il elle ils elles le la les puis alors l un une et ce cette son sa ses lorsque quand après tous on"),
};

export const ENGLISH_DASH_TAGS: DashTags = {
  code: "en",
  habit: false,
  closing: null,
  commas: true,
  narrationVerbs: null,
  narratedInside: null,
  verbs: set(`
    said says asked replied answered cried exclaimed whispered murmured muttered shouted added continued went began
    repeated called returned observed remarked demanded intoned sighed laughed told
  `),
  compound: NO_COMPOUND,
  tellers: set(""),
  clitics: set("then"),
  pronouns: set("he she i they we"),
  subjects: set("the a an his her my our their mr mrs miss"),
  subjectFirst: true,
  bareNouns: false,
  bareVerbs: false,
  persons: set("i me my mine you your yours we us our yes no ah oh well come"),
  alsoTold: set(""),
  titles: set("mr mrs miss"),
  writtenTense: null,
  carriesOn: set("and with in who which as his her their turning looking smiling laughing at to from"),
  narrates: set("he she they the his her then it"),
};

export const DASH_TAGS: readonly DashTags[] = [FRENCH_DASH_TAGS, ENGLISH_DASH_TAGS];

/** The inserted tags of a language of which only the word lists are known. */
export function dashTagsOf(language: LanguageData): DashTags {
  const { dash } = language;
  const stated = [...language.subjectPronouns].filter(([, who]) => who !== "narrator").map(([word]) => word);
  return {
    code: language.code,
    habit: dash !== undefined,
    closing: dash?.closing ?? null,
    commas: dash?.commas ?? true,
    narrationVerbs: dash?.narrationVerbs ?? null,
    narratedInside: dash?.narratedInside ?? null,
    verbs: language.strongSpeechVerbs,
    compound: NO_COMPOUND,
    tellers: set(""),
    clitics: language.auxiliaries,
    pronouns: new Set(language.subjectPronouns.keys()),
    subjects: new Set([...language.determiners, ...language.possessives.keys(), ...language.titles.keys()]),
    subjectFirst: false,
    bareNouns: language.bareNouns === true,
    bareVerbs: language.impliedSubject !== undefined && dash?.commas === true,
    persons: new Set([...language.firstPerson, ...(dash?.persons ?? [])]),
    alsoTold: new Set(),
    titles: new Set(language.titles.keys()),
    writtenTense: null,
    carriesOn: new Set([...language.prepositions, ...language.continuers, ...language.relatives]),
    narrates: new Set([...stated, ...language.determiners, ...(dash?.narrates ?? [])]),
  };
}
