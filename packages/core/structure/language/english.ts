// English: words for naming people and for introducing speech.

import type { Gender } from "../script.ts";
import { ENGLISH_AGES } from "./english-ages.ts";
import { ENGLISH_DEEDS } from "./english-deeds.ts";
import { ENGLISH_FEMALE_NAMES, ENGLISH_MALE_NAMES, ENGLISH_NICKNAMES } from "./english-names.ts";
import { ENGLISH_ROLES } from "./english-roles.ts";
import { FEMALE_EN, MALE_EN } from "./generated/names.ts";
import type { LanguageData, TitleWord } from "./language.ts";

function words(list: string): string[] {
  return list.trim().split(/\s+/);
}

const STRONG_SPEECH_VERBS = words(`
  said says saith asked asks replied replies answered answers cried cries exclaimed exclaims ejaculated whispered
  whispers murmured murmurs muttered mutters shouted shouts yelled screamed shrieked remarked remarks rejoined retorted
  retorts responded responds inquired enquired inquires demanded interrupted interposed observed added adds continued
  continues stammered faltered stuttered gasped mumbled growled snarled grumbled groaned moaned sobbed wailed sighed
  snapped bawled bellowed roared hissed croaked drawled lisped piped pleaded implored entreated protested objected
  insisted declared announced proclaimed asserted affirmed averred assured suggested proposed urged advised warned
  explained repeated echoed reiterated resumed pursued persisted commented concluded returned quoth queried questioned
  wondered begged commanded ordered directed called hollered crowed cooed chirped chimed squeaked squealed whined
  whimpered blurted breathed chuckled giggled grunted panted puffed purred quavered snorted spluttered sputtered sneered
  scoffed jeered taunted teased joked jested bantered soothed coaxed cajoled wheedled apologized apologised confessed
  admitted acknowledged conceded agreed assented concurred disagreed contradicted denied vowed swore promised
  prophesied predicted recited intoned chanted sang read reflected mused soliloquized soliloquised ruminated
  ventured volunteered hazarded intervened remonstrated expostulated vociferated reiterated reproached rebuked scolded chided reproved
  thundered stormed raged fumed barked rapped shrilled trilled twittered cackled cawed thought went quipped
  hooted boomed supplied flashed corroborated vouchsafed accosted joined quoted ended summarized clarified countered corrected prompted reminded informed told replied nodded smiled laughed grinned
  frowned shrugged beamed winked scowled pouted simpered
`);

/** Verbs that state more than the fact of speaking and that a listener cannot hear in the line. */
const ACT_VERBS = words(`
  nodded smiled laughed grinned frowned shrugged beamed winked scowled pouted simpered chuckled giggled sighed sobbed
  wailed thought wondered mused reflected ruminated read went joined flashed ended
`);

/** Verbs of people: a word that opens a sentence directly before one of them is a name. */
const NAME_ACTS = words(`
  nodded nods smiled smiles laughed laughs grinned grins frowned frowns shrugged shrugs winked winks sighed sighs blinked blinks
  looked looks glanced glances stared stares gazed peered squinted glared watched listened turned turns sat sits stood stands
  walked walks stepped steps leaned leans knelt kneels crouched bent stooped swallowed coughed sneezed yawned stretched snorted
  chuckled giggled wept cried hesitated paused waited shivered shuddered trembled blushed paled winced flinched gestured pointed
  waved waves clapped saluted bowed curtsied reached reaches took takes put puts held holds pushed pushes pulled pulls picked picks
  dropped drops threw tossed handed grabbed seized clutched lifted raised lowered folded crossed uncrossed opened opens closed closes
  shut shook shakes scratched rubbed wiped wipes licked bit chewed sipped drank ate eats poured lit struck drew wrote read counted
  thought thinks knew wondered remembered decided wanted tried
`);

/** Verbs that introduce speech only without any other evidence. */
const WEAK_SPEECH_VERBS = words(`
  began begun spoke speaks speaking saying say asking crying cry replying answering adding exclaiming shouting
  whispering murmuring muttering remarking observing stopped paused broke burst put threw got came made turned looked
  kept gave had finished ended started proceeded struck jerked flung tittered greeted addressed invited congratulated
  complained boasted bragged lamented mourned regretted reported related recounted narrated stated maintained
  contended argued reasoned pronounced dictated appealed consented answer ask reply exclaim add told tell decided
  ask'd sez sed
`);

const SPEECH_NOUNS = words(`
  answer reply response retort rejoinder remark observation comment explanation exclamation cry words word voice question
  thought suggestion objection verdict conclusion greeting ejaculation whisper shout murmur protest account advice
  admonition warning request command order argument assurance
`);

const TITLES: readonly [string, Gender | null, string][] = [
  ["mr", "male", "mr"],
  ["mister", "male", "mr"],
  ["mistah", "male", "mr"],
  ["mistuh", "male", "mr"],
  ["marse", "male", "mr"],
  ["massa", "male", "mr"],
  ["sir", "male", "sir"],
  ["ser", "male", "sir"],
  ["lord", "male", "lord"],
  ["master", "male", "master"],
  ["mrs", "female", "mrs"],
  ["mistress", "female", "mrs"],
  ["miss", "female", "miss"],
  ["ms", "female", "miss"],
  ["lady", "female", "lady"],
  ["madam", "female", "mrs"],
  ["madame", "female", "mrs"],
  ["mme", "female", "mrs"],
  ["mademoiselle", "female", "miss"],
  ["mlle", "female", "miss"],
  ["monsieur", "male", "mr"],
  ["m", "male", "mr"],
  ["messrs", "male", "plural"],
  ["dame", "female", "lady"],
  ["dr", null, "dr"],
  ["doctor", null, "dr"],
  ["professor", null, "professor"],
  ["prof", null, "professor"],
  ["captain", "male", "captain"],
  ["capt", "male", "captain"],
  ["colonel", "male", "colonel"],
  ["col", "male", "colonel"],
  ["major", "male", "major"],
  ["general", "male", "general"],
  ["gen", "male", "general"],
  ["lieutenant", "male", "lieutenant"],
  ["lieut", "male", "lieutenant"],
  ["lt", "male", "lieutenant"],
  ["sergeant", "male", "sergeant"],
  ["sgt", "male", "sergeant"],
  ["corporal", "male", "corporal"],
  ["private", null, "private"],
  ["admiral", "male", "admiral"],
  ["commodore", "male", "commodore"],
  ["commander", null, "commander"],
  ["inspector", null, "inspector"],
  ["superintendent", null, "superintendent"],
  ["detective", null, "detective"],
  ["constable", null, "constable"],
  ["officer", null, "officer"],
  ["sheriff", null, "sheriff"],
  ["judge", null, "judge"],
  ["justice", null, "judge"],
  ["governor", null, "governor"],
  ["senator", null, "senator"],
  ["president", null, "president"],
  ["chancellor", null, "chancellor"],
  ["secretary", null, "secretary"],
  ["mayor", null, "mayor"],
  ["squire", "male", "squire"],
  ["reverend", "male", "reverend"],
  ["rev", "male", "reverend"],
  ["parson", "male", "reverend"],
  ["vicar", "male", "reverend"],
  ["deacon", "male", "reverend"],
  ["bishop", "male", "bishop"],
  ["archbishop", "male", "bishop"],
  ["cardinal", "male", "cardinal"],
  ["abbot", "male", "abbot"],
  ["abbess", "female", "abbess"],
  ["father", "male", "father"],
  ["brother", "male", "brother"],
  ["sister", "female", "sister"],
  ["mother", "female", "mother"],
  ["uncle", "male", "uncle"],
  ["aunt", "female", "aunt"],
  ["auntie", "female", "aunt"],
  ["cousin", null, "cousin"],
  ["grandfather", "male", "grandfather"],
  ["grandmother", "female", "grandmother"],
  ["granny", "female", "grandmother"],
  ["king", "male", "king"],
  ["queen", "female", "queen"],
  ["prince", "male", "prince"],
  ["princess", "female", "princess"],
  ["emperor", "male", "emperor"],
  ["empress", "female", "empress"],
  ["duke", "male", "duke"],
  ["duchess", "female", "duchess"],
  ["marquis", "male", "marquis"],
  ["marquess", "male", "marquis"],
  ["marchioness", "female", "marquise"],
  ["marquise", "female", "marquise"],
  ["earl", "male", "earl"],
  ["count", "male", "count"],
  ["countess", "female", "countess"],
  ["viscount", "male", "viscount"],
  ["viscountess", "female", "viscountess"],
  ["baron", "male", "baron"],
  ["baroness", "female", "baroness"],
  ["baronet", "male", "sir"],
  ["don", "male", "mr"],
  ["dona", "female", "mrs"],
  ["señor", "male", "mr"],
  ["senor", "male", "mr"],
  ["señora", "female", "mrs"],
  ["señorita", "female", "miss"],
  ["signor", "male", "mr"],
  ["signora", "female", "mrs"],
  ["signorina", "female", "miss"],
  ["herr", "male", "mr"],
  ["frau", "female", "mrs"],
  ["fräulein", "female", "miss"],
  ["fraulein", "female", "miss"],
  ["comrade", null, "comrade"],
  ["nurse", "female", "nurse"],
  ["coach", null, "coach"],
  ["chief", null, "chief"],
  ["saint", null, "saint"],
  ["old", null, "epithet"],
  ["young", null, "epithet"],
  ["little", null, "epithet"],
  ["poor", null, "epithet"],
  ["dear", null, "epithet"],
];

const FUNCTION_WORDS = words(`
  the a an and or but if then than that this these those of in on at to from by with for as is was were be been being am
  are do does did done have has had having not no nor so such it its he him his she her hers they them their theirs we us
  our ours you your yours i me my mine who whom whose which what when where why how all any both each few more most other
  some own same too very can could will would shall should may might must there here now up down out off over under again
  once only just also about after before into through during against between because while until upon without within
  yes well oh ah let never always ever still yet though although perhaps
`);

const NOT_NAMES = words(`
  i i'm i'll i've i'd o oh ah eh ha hallo hello hullo hey hi hm hum ho well yes no nay aye yea alas god lord heaven
  heavens christ jesus providence english french german italian spanish russian american british irish scotch scottish
  welsh dutch pole swede spaniard turk eurasian jew latin greek roman indian chinese japanese european oriental african
  egyptian turkish polish jewish hebrew anyone anybody someone somebody everyone everybody nobody none nothing something
  everything neither either another others
  christian catholic protestant muslim mohammedan hindu moslem englishman englishmen englishwoman frenchman
  frenchwoman irishman scotchman german germans indians americans christmas easter michaelmas whitsun lent sunday monday
  tuesday wednesday thursday friday saturday january february march april june july august september october
  november december chapter book volume part letter london paris england france germany italy spain russia america
  europe africa asia india scotland ireland wales rome street road square lane park house hall hotel church
  college university club court palace castle abbey bridge river lake mount sea ocean bible nature fate fortune death
  love time north south east west good sir madam ma'am mr mrs dr st ii iii iv vi vii viii ix xi xii ye thee thou thy
  please thank thanks come go yes're bless damn indeed really certainly perhaps anyhow anyway besides however
  meanwhile therefore thus hence nevertheless nonsense goodbye good-bye farewell
`);

/** Nouns that can stand beside a verb of saying without being the speaker. */
const NOT_PEOPLE = words(`
  one little else inside voice voices figure speaker other self kind sort thing day morning evening night afternoon time moment minute hour week month year instant while first second third last next
  same others rest truth thing things way word words name names story matter fact whole latter former least most more
  two three four five few many half part end beginning letter note paper book song tone tones manner air smile laugh
  sigh look glance eyes lips heart hand face head mind soul laughter silence pause lie lies men women people crowd
  company party house room door street better good best worst
`);

const PREPOSITIONS = words(`
  of in on at to from by with for into onto upon toward towards over under through about against between among amongst
  behind beside besides beyond near past round around before after across along beneath above below off within without
  than like unto till until during concerning regarding despite
`);

const AUXILIARIES = words(`
  had has have was were is are be been being did does do would could should might may must will shall can cannot couldn't
  didn't wouldn't not never soon then now only at last once again still also always often quickly quietly softly
  hastily presently suddenly immediately instantly finally simply merely almost just even first next
`);

function titleMap(): Map<string, TitleWord> {
  return new Map(TITLES.map(([word, gender, rank]) => [word, { gender, rank }]));
}

function nameMap(): Map<string, Gender> {
  const names = new Map<string, Gender>();
  for (const name of words(ENGLISH_MALE_NAMES)) names.set(name, "male");
  for (const name of words(ENGLISH_FEMALE_NAMES)) names.set(name, names.has(name) ? "neutral" : "female");
  for (const name of words(MALE_EN)) if (!names.has(name)) names.set(name, "male");
  for (const name of words(FEMALE_EN)) if (!names.has(name)) names.set(name, "female");
  return names;
}

export const ENGLISH: LanguageData = {
  code: "en",
  functionWords: new Set(FUNCTION_WORDS),
  notNames: new Set(NOT_NAMES),
  strongSpeechVerbs: new Set(STRONG_SPEECH_VERBS),
  speechVerbs: new Set([...STRONG_SPEECH_VERBS, ...WEAK_SPEECH_VERBS]),
  actVerbs: new Set(ACT_VERBS),
  nameActs: new Set(NAME_ACTS),
  deeds: ENGLISH_DEEDS,
  speechNouns: new Set(SPEECH_NOUNS),
  titles: titleMap(),
  roles: ENGLISH_ROLES,
  capitalisedKin: new Set(
    `father mother papa mama mamma papá dad daddy mum mummy mom mommy grandfather grandmother grandpa grandma granddad
    granny grandpapa grandmamma aunt auntie uncle`.split(/\s+/u),
  ),
  notPeople: new Set(NOT_PEOPLE),
  givenNames: nameMap(),
  wordNames: new Set(words("may will april june august march love fate faith hope art christian german")),
  nicknames: ENGLISH_NICKNAMES,
  malePronouns: new Set(["he", "him", "his", "himself", "he'd", "he'll", "he's"]),
  femalePronouns: new Set(["she", "her", "hers", "herself", "she'd", "she'll", "she's"]),
  subjectPronouns: new Map([
    ["he", "male"],
    ["she", "female"],
    ["it", "neutral"],
    ["they", "plural"],
    ["we", "plural"],
    ["i", "narrator"],
    ["he'd", "male"],
    ["she'd", "female"],
    ["i'd", "narrator"],
  ]),
  firstPerson: new Set(["i", "me", "my", "myself", "mine", "i'd", "i'm", "i've", "i'll"]),
  nameNoun: "name",
  determiners: new Set(["the", "a", "an", "this", "that", "another", "one", "some", "each", "every"]),
  indefinites: new Set(["a", "an", "another", "some", "one"]),
  someone: { words: new Set(["one", "another"]), ofThem: new Set(["them", "us", "you"]) },
  groups: {
    alone: new Map([
      ["everyone", "everyone"],
      ["everybody", "everyone"],
      ["all", "everyone"],
      ["both", "both"],
    ]),
    ofThem: new Set(["of", "them", "us", "together"]),
    nouns: new Set(
      words(`crowd mob audience congregation class choir chorus multitude throng jury gang crew people men women children boys girls soldiers
        voices others spectators onlookers bystanders gentlemen ladies policemen fishermen villagers townspeople townsfolk guests
        sailors students pupils knights ghosts wolves birds sisters brothers twins kids troops rebels workers neighbors neighbours`),
    ),
    numbers: new Set(words("two three four five six seven several many some hundred hundreds dozen dozens few")),
  },
  likening: new Set(["like", "as", "than", "such", "was", "is", "be", "were", "been", "not"]),
  possessives: new Map([
    ["his", "male"],
    ["her", "female"],
    ["my", "narrator"],
    ["their", null],
    ["our", "narrator"],
    ["its", "neutral"],
  ]),
  prepositions: new Set(PREPOSITIONS),
  nameParticles: new Set([
    "de",
    "du",
    "la",
    "le",
    "von",
    "van",
    "der",
    "of",
    "di",
    "da",
    "del",
    "d'",
    "bin",
    "ibn",
    "ter",
  ]),
  particles: new Set(["in", "out", "on", "up", "back", "off", "forth", "again"]),
  clauseOpeners: new Set([
    "when",
    "while",
    "but",
    "as",
    "and",
    "then",
    "until",
    "till",
    "for",
    "so",
    "or",
    "whereupon",
  ]),
  relatives: new Set(["who"]),
  continuers: new Set(["and", "but", "then"]),
  subordinators: new Set(words(`which that as than whom what because if though although since whose where`)),
  addressPrepositions: new Set(["to", "of", "at"]),
  placePrepositions: new Set(words(`in at from to into near towards toward through across`)),
  subjectOpeners: new Set(
    words(
      `and but when while as that if because for though where which what then so until till before after whom how why whether since or than once here there`,
    ),
  ),
  callOpeners: new Set(
    words(`oh o ah well yes no dear dearest my poor hullo hello hallo good-bye goodbye and but come why now miss old`),
  ),
  maleCalls: new Set(words(`sir sire monsieur papa father daddy uncle fellow boy man lad sonny señor signor`)),
  femaleCalls: new Set(
    words(
      `madam ma'am madame mamma mama mother mum aunt auntie girl lady miss mademoiselle señora signora missis missus`,
    ),
  ),
  auxiliaries: new Set(AUXILIARIES),
  article: "the",
  generationSuffixes: new Map([
    ["senior", "old"],
    ["sr", "old"],
    ["junior", "young"],
    ["jr", "young"],
  ]),
  ordinals: new Set(words(`first second third fourth fifth sixth seventh eldest elder middle younger youngest`)),
  raisers: new Set(["very"]),
  voiceNoun: "voice",
  participleEnding: "ing",
  pluralEndings: ["s", "es"],
  asksForName:
    /(?:^| )(?:are you|you must be|you're|you are|you'll be|which of you is|which one of you is|is one of you) (?:really |called |by any chance )?$/u,
  reports: new Set(["said", "says", "told", "tells", "cried", "asked"]),
  sources: { behindVerb: new Set(["from", "by"]), bare: new Set(["from"]) },
  callsByTitle: true,
  courtesies: {
    before: "your",
    ranks: new Map([
      ["majesty", ["king", "queen", "emperor", "empress"]],
      ["highness", ["prince", "princess"]],
      ["honour", ["judge", "magistrate"]],
      ["honor", ["judge", "magistrate"]],
      ["worship", ["mayor"]],
      ["excellency", ["ambassador", "governor"]],
      ["eminence", ["cardinal"]],
    ]),
  },
  keepsTurn: 0.5,
  nounsInScenes: true,
  ages: ENGLISH_AGES,
};
