// English words of prompts. Every list holds whole words in lower case.

import type { Manner, Material } from "./manner.ts";
import type { EffectName } from "./recipes.ts";

export interface SubjectWords {
  readonly effect: EffectName;
  /** Sets of words (alternatives by `|`). The phrase must contain one word of each set. */
  readonly all: readonly string[];
  /**
   * Whether the words belong to this effect only: they end no phrase about another effect, and a phrase in which the thing does
   * something else ("a dog running") is not understood.
   */
  readonly own?: true;
}

/** Words and their recipes. The first matching entry wins, so entries with two sets precede those with one. */
export const SUBJECTS: readonly SubjectWords[] = [
  {
    effect: "car_horn",
    all: [
      "horn|horns|hooter|klaxon",
      "car|taxi|cab|motor|lorry|truck|bus|traffic|automobile|vehicle|klaxon|honk|honks|honking|beep|beeping|blare|blares|blaring|blast",
    ],
    own: true,
  },
  { effect: "car_horn", all: ["honk|honks|honking|klaxon", "car|taxi|cab|truck|horn|traffic|klaxon"], own: true },
  { effect: "door_closing", all: ["door|gate|hatch|drawer", "close|closes|closed|closing|shut|shuts|shutting"] },
  { effect: "door_opening", all: ["door|gate|hatch", "open|opens|opened|opening"] },
  {
    effect: "slam",
    all: ["door|gate|shutter|lid|window", "slam|slams|slammed|slamming|bang|bangs|banged|banging|crash"],
  },
  { effect: "creak", all: ["creak|creaks|creaked|creaking|squeak|squeaks|squeaking"] },
  { effect: "knock", all: ["knock|knocks|knocked|knocking|rap|raps|rapping|tap|taps|tapping"] },
  { effect: "slam", all: ["slam|slams|slammed|slamming"] },
  {
    effect: "glass_breaking",
    all: [
      "glass|window|bottle|pane|mirror|vase|plate",
      "break|breaks|breaking|broken|shatter|shatters|shattering|smash|smashes|smashing|crash|crashes|crashing",
    ],
  },
  { effect: "glass_breaking", all: ["shattering|shatter|shatters"] },
  {
    effect: "clink",
    all: [
      "glass|glasses|cup|cups|spoon|crockery|teacup|coin|coins",
      "clink|clinks|clinking|chink|tinkle|tinkling|touch|touching",
    ],
  },
  { effect: "clink", all: ["clink|clinks|clinking"] },
  { effect: "paper_tearing", all: ["paper|letter|page|cloth", "tear|tears|tearing|torn|rip|rips|ripping|ripped"] },
  { effect: "paper_rustling", all: ["paper|papers|page|pages|letter|newspaper|parchment"] },
  { effect: "clock", all: ["clock|watch", "tick|ticks|ticking|strike|strikes|striking|chime|chimes|chiming"] },
  { effect: "telephone", all: ["telephone|phone"] },
  { effect: "whistle", all: ["train|steam|locomotive|engine|ship|factory", "whistle|whistles|whistling"] },
  { effect: "train", all: ["train|locomotive|railway"] },
  { effect: "carriage", all: ["carriage|coach|cart|wagon|waggon|hansom|cab|chaise|stagecoach"] },
  { effect: "hooves", all: ["hoof|hooves|hoofs|hoofbeat|hoofbeats|gallop|galloping|canter|cantering|trot|trotting"] },
  {
    effect: "hooves",
    all: ["horse|horses|pony|rider|riders", "walk|walking|run|running|ride|riding|approach|approaching|pass|passing"],
  },
  { effect: "heartbeat", all: ["heartbeat|heartbeats"] },
  { effect: "heartbeat", all: ["heart", "beat|beats|beating|pound|pounding|thump|thumping"] },
  { effect: "steps", all: ["footstep|footsteps|step|steps|footfall|footfalls|tread"] },
  {
    effect: "steps",
    all: [
      "feet|boots|person|man|woman|someone",
      "walk|walking|run|running|tramp|tramping|march|marching|climb|climbing",
    ],
  },
  { effect: "applause", all: ["applause|clapping"] },
  { effect: "cheering", all: ["crowd|people|audience", "cheer|cheers|cheering"] },
  { effect: "cheering", all: ["cheering|cheer|cheers"] },
  { effect: "crowd", all: ["crowd|crowds|mob|babble|chatter|market|tavern|murmur|voices"] },
  { effect: "gunshot", all: ["gunshot|gunshots|gunfire|shot|shots"] },
  {
    effect: "gunshot",
    all: ["gun|pistol|rifle|musket|revolver", "fire|fires|firing|fired|shot|shoot|shooting|crack|report"],
  },
  { effect: "explosion", all: ["explosion|explosions|blast|detonation|cannon"] },
  { effect: "bell", all: ["bell|bells|gong|chime|chimes"] },
  { effect: "clock", all: ["clock|ticking"] },
  { effect: "thunder", all: ["thunder|thunderclap"] },
  { effect: "storm", all: ["storm|thunderstorm|tempest|gale"] },
  { effect: "rain", all: ["rain|raindrops|drizzle|downpour|rainfall"] },
  { effect: "wind", all: ["wind|winds|breeze|draught"] },
  { effect: "dripping", all: ["drip|drips|dripping"] },
  { effect: "splash", all: ["splash|splashes|splashing"] },
  { effect: "gulls", all: ["gull|gulls|seagull|seagulls"] },
  { effect: "sea", all: ["sea|waves|wave|ocean|surf|breakers|tide"] },
  { effect: "stream", all: ["stream|brook|river|creek|fountain|waterfall"] },
  { effect: "stream", all: ["water", "running|run|flow|flowing|rush|rushing|babble|babbling|trickle|trickling"] },
  { effect: "fire", all: ["campfire|fireplace|bonfire|hearth|flames|blaze"] },
  { effect: "fire", all: ["fire|flame", "crackle|crackles|crackling|burn|burns|burning|roar|roaring|log|camp"] },
  { effect: "fire", all: ["fire"] },
  { effect: "owl", all: ["owl|owls"] },
  { effect: "birds", all: ["bird|birds|birdsong|songbirds|lark|larks|sparrow|sparrows|dawn chorus"] },
  { effect: "crickets", all: ["cricket|crickets|cicada|cicadas|grasshopper|grasshoppers"] },
  { effect: "engine", all: ["engine|motor|car|lorry|truck|automobile|motorboat"] },
  {
    effect: "metal",
    all: [
      "metal|iron|steel|sword|swords|anvil|hammer|chain|blade|blades",
      "clang|clangs|clanging|clash|clashes|clashing|ring|ringing|strike|striking|clank|clanking",
    ],
  },
  { effect: "metal", all: ["clang|clanging|clank"] },
  { effect: "whoosh", all: ["whoosh|swoosh|swish"] },
  {
    effect: "dog",
    all: [
      "dog|dogs|hound|hounds|terrier|puppy|puppies|mastiff|sheepdog|watchdog|spaniel",
      "bark|barks|barking|bay|baying|woof|yap|yapping",
    ],
    own: true,
  },
  { effect: "dog", all: ["dog|dogs|hound|hounds|terrier|puppy|watchdog|barking|barks|woof"], own: true },
  { effect: "wolf", all: ["wolf|wolves", "howl|howls|howling"], own: true },
  { effect: "wolf", all: ["wolf|wolves"], own: true },
  {
    effect: "cat",
    all: ["cat|cats|kitten|kittens", "meow|meows|meowing|miaow|miaowing|mew|mews|mewing|cry|crying"],
    own: true,
  },
  { effect: "cat", all: ["cat|cats|kitten|meow|meows|meowing|miaow"], own: true },
  {
    effect: "baby",
    all: ["baby|babies|infant|newborn", "cry|cries|crying|wail|wails|wailing|scream|screaming"],
    own: true,
  },
  { effect: "baby", all: ["baby|infant"], own: true },
  { effect: "snoring", all: ["snore|snores|snoring|snorer"], own: true },
  {
    effect: "piano",
    all: ["piano|pianoforte", "music|melody|tune|chord|chords|notes|piece|play|plays|playing|played|waltz|sonata|keys"],
    own: true,
  },
  { effect: "piano", all: ["piano|pianoforte|pianist"], own: true },
  {
    effect: "violin",
    all: ["violin|fiddle|violinist", "music|melody|tune|solo|notes|piece|play|plays|playing|played|string|strings"],
    own: true,
  },
  { effect: "violin", all: ["violin|fiddle|violinist"], own: true },
  { effect: "drum", all: ["drum|drums|snare", "roll|rolls|rolling"], own: true },
  { effect: "drum", all: ["drumroll|drum-roll|snare"], own: true },
  {
    effect: "drum_beat",
    all: ["drum|drums", "beat|beats|beating|pound|pounding|throb|throbbing|boom|booming|playing"],
    own: true,
  },
  { effect: "drum_beat", all: ["drum|drums|drumbeat|drumbeats"], own: true },
  {
    effect: "typewriter",
    all: ["typewriter|typewriters", "typing|types|type|keys|click|clicking|clack|clacking|clatter|clattering|tapping"],
    own: true,
  },
  { effect: "typewriter", all: ["typewriter|typewriters|typing"], own: true },
  {
    effect: "kettle",
    all: ["kettle|teakettle|tea-kettle", "whistle|whistles|whistling|boil|boils|boiling|sing|singing|steaming"],
    own: true,
  },
  { effect: "kettle", all: ["kettle|teakettle|tea-kettle"], own: true },
  {
    effect: "swords",
    all: ["sword|swords|fencing|duel", "fight|fights|fighting|fencing|duel|duelling|battle|combat"],
    own: true,
  },
  { effect: "swords", all: ["swordfight|swordplay|fencing|swords"], own: true },
];

/** Verbs that may end a phrase. */
export const ACTIONS = new Set(
  `approach approaches approaching babble babbling bang bangs banging beat beating blow blowing blows break breaking
  burn burning chime chimes chiming chirp chirping chirps clap clatter clattering close closes closing crack crackle
  crackling crash crashes crashing creak creaking cry crying cries echo echoing fade fading fall falling falls
  fire firing flow flowing hiss hissing hoot hooting howl howling howls hum humming idle idling moan moaning murmur
  murmuring open opening opens pass passes passing pat patter pattering peal pealing pound pounding pour pouring
  purr purring rage raging rattle rattling ring ringing rings rising roar roaring roll rolling rolls rumble rumbling run running
  rush rushing rustle rustling screech screeching shatter shattering shut sing singing sizzle slam slamming smash snap snapping
  song splash start starting startup stop stopping strike striking strikes sweep swell swelling swirling tear tearing thump thumping
  tick ticking ticks toll tolling tolls trickle trickling tramp trot tumble walk walking whine whistle whistling beats claps
  gallop galloping drum drumming lap lapping wash washing clinking touching descending ascending marching climbing pacing`.split(
    /\s+/,
  ),
);

/** Words without information about the sound. */
export const EMPTY = new Set(
  `a an the sound sounds noise noises effect effects sfx of some someone somebody one's its his her their ambience ambient ambiance atmosphere
  background recording audio and then gently very rather quite more again suddenly continuous continuously
  single several few many loop looped looping seamless seamlessly`.split(/\s+/),
);

/** Words that end the main part of a phrase. The rest describes the place. */
export const AFTER_THE_SUBJECT = new Set(
  `in on onto over at from under beneath through behind near beside outside inside within with against across along
  down up upon by beyond around above below into towards toward during while as for to`.split(/\s+/),
);

export const COUNTS: { readonly [word: string]: number } = {
  once: 1,
  one: 1,
  single: 1,
  twice: 2,
  two: 2,
  double: 2,
  three: 3,
  thrice: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
};

export const MATERIALS: { readonly [word: string]: Material } = {
  wood: "wood",
  wooden: "wood",
  floorboards: "wood",
  boards: "wood",
  stairs: "wood",
  staircase: "wood",
  deck: "wood",
  parquet: "wood",
  stone: "stone",
  cobbles: "stone",
  cobblestones: "stone",
  cobbled: "stone",
  pavement: "stone",
  marble: "stone",
  tiles: "stone",
  flagstones: "stone",
  concrete: "stone",
  street: "stone",
  gravel: "gravel",
  shingle: "gravel",
  pebbles: "gravel",
  grass: "grass",
  leaves: "grass",
  hay: "grass",
  snow: "snow",
  ice: "snow",
  water: "water",
  mud: "water",
  muddy: "water",
  puddles: "water",
  wet: "water",
  metal: "metal",
  iron: "metal",
  steel: "metal",
  carpet: "carpet",
  rug: "carpet",
  sand: "sand",
  beach: "sand",
  earth: "earth",
  dirt: "earth",
  path: "earth",
  turf: "earth",
  glass: "glass",
  window: "glass",
  pane: "glass",
  roof: "roof",
  tin: "roof",
  umbrella: "roof",
};

type Change = Partial<{ readonly [field in keyof Manner]: number }>;

const changes: readonly (readonly [string, Change])[] = [
  [
    "heavy heavily strong strongly violent violently fierce furious hard raging great mighty powerful roaring torrential",
    { weight: 0.8 },
  ],
  [
    "light lightly gentle gently soft softly faint faintly quiet quietly low tender mild delicate",
    { weight: -0.6, loudness: -5 },
  ],
  ["loud loudly thunderous deafening booming", { weight: 0.4, loudness: 4 }],
  ["big large huge enormous deep church cathedral grandfather tower massive grand", { size: 0.8 }],
  ["small little tiny hand doorbell sleigh shop bicycle pocket wrist thin high", { size: -0.8 }],
  ["slow slowly slowing lazy leisurely tired weary creeping walking", { pace: 0.65 }],
  [
    "fast quick quickly hurried hurrying hasty running rapid rapidly racing urgent sprinting galloping gallop frantic",
    { pace: 1.5 },
  ],
  ["distant far faraway remote afar distance offstage", { distance: 0.75 }],
  ["muffled next-door neighbouring", { distance: 0.5 }],
  ["near close nearby", { distance: -0.3 }],
  ["echoing echo echoes hall cave cathedral tunnel corridor reverberating vault cellar cavern", { echo: 0.6 }],
  ["room indoors", { echo: 0.15 }],
];

/** The effect of each word. `pace` multiplies; all other values add. */
export const CHANGES: ReadonlyMap<string, readonly Change[]> = (() => {
  const byWord = new Map<string, Change[]>();
  for (const [words, change] of changes) {
    for (const word of words.split(" ")) byWord.set(word, [...(byWord.get(word) ?? []), change]);
  }
  return byWord;
})();
