// English words for the manner of speaking: verbs of speaking, adverbs beside them, and phrases. Each word gives
// one or two intents with a strength; a verb without an intent only marks its narration as a tag.

import type { DeliveryIntent } from "./delivery-intents.ts";

export interface Said {
  readonly intent: DeliveryIntent;
  /** 0 to 1. */
  readonly strength: number;
}

type Lexicon = ReadonlyMap<string, readonly Said[]>;

/** "word word: intent 0.5, intent 0.3" by line. */
function lexicon(lines: string): Lexicon {
  const entries = new Map<string, readonly Said[]>();
  for (const line of lines.trim().split("\n")) {
    const [words = "", meaning = ""] = line.split(":");
    const said = meaning
      .split(",")
      .map((part) => part.trim().split(" "))
      .filter(([intent]) => intent !== undefined && intent !== "")
      .map(([intent, strength]): Said => ({ intent: intent as DeliveryIntent, strength: Number(strength) }));
    for (const word of words.trim().split(/\s+/)) entries.set(word, said);
  }
  return entries;
}

/** Verbs of speaking in the forms that tags use. */
export const ENGLISH_VERBS: Lexicon = lexicon(`
said says say asked asks ask replied replies answered answers returned continued continues added adds began begins:
remarked observed told inquired enquired repeated responded resumed agreed admitted explained suggested demanded:
declared insisted protested spoke concluded interrupted rejoined went commented announced confessed objected stated:
whispered whispers whispering: whisper 1
breathed: whisper 0.6
hissed hisses: angry 0.5, whisper 0.6
murmured murmurs murmuring mumbled mumbles muttered mutters muttering: murmur 0.8
grumbled grumbles: murmur 0.4, angry 0.3
shouted shouts shouting yelled yells yelling bellowed bellows roared roars hollered thundered bawled: shout 1
boomed: shout 0.7
barked barks: shout 0.5, angry 0.4
called calls: shout 0.4
screamed screams screaming shrieked shrieks shrieking screeched howled: cry_out 1
squealed squeaked: cry_out 0.6
cried cries: cry_out 0.4
exclaimed exclaims ejaculated: excited 0.4
gasped gasps: surprised 0.5
whooped cheered: excited 0.8
sobbed sobs sobbing wept blubbered: sob 0.9
wailed wails whimpered whimpers snivelled: sob 0.7
moaned moans lamented: sad 0.6
groaned groans: weary 0.6
sighed sighs: weary 0.5
laughed laughs laughing giggled giggles: laugh 0.7
chuckled chuckles tittered: laugh 0.5
cackled: laugh 0.9
sneered sneers scoffed jeered taunted mocked sniggered snickered: mocking 0.7
teased joked: cheerful 0.4
snapped snaps: angry 0.6
snarled snarls spat fumed stormed: angry 0.8
growled growls: angry 0.6
raged: angry 1
retorted: angry 0.3
stammered stammers stuttered stutters: hesitant 0.8
faltered falters: hesitant 0.6
quavered: afraid 0.7
urged urges: urgent 0.5
pleaded pleads begged begs implored implores: urgent 0.4, sad 0.3
crooned cooed soothed comforted: tender 0.6
purred: tender 0.4
intoned declaimed: solemn 0.6
proclaimed: solemn 0.4
drawled: calm 0.5
`);

/** Adverbs that count beside a verb of speaking. */
export const ENGLISH_ADVERBS: Lexicon = lexicon(`
softly quietly low: murmur 0.4
faintly inaudibly: murmur 0.7
hoarsely huskily: murmur 0.4
loudly aloud: shout 0.4
gently kindly soothingly: tender 0.5
tenderly lovingly affectionately: tender 0.8
sadly mournfully sorrowfully miserably: sad 0.7
gloomily glumly dejectedly: sad 0.6
bitterly: angry 0.4, sad 0.3
angrily furiously wrathfully: angry 0.9
fiercely savagely violently: angry 0.8
hotly indignantly: angry 0.6
crossly irritably testily impatiently: angry 0.4
sharply: angry 0.4
sternly severely: cold 0.6
coldly icily frostily: cold 0.8
coolly drily dryly flatly stiffly: cold 0.5
calmly placidly serenely: calm 0.7
evenly: calm 0.4
nervously anxiously uneasily: afraid 0.5
fearfully tremulously shakily: afraid 0.7
timidly shyly hesitantly haltingly: hesitant 0.6
uncertainly doubtfully: hesitant 0.4
breathlessly frantically desperately: urgent 0.7
hurriedly hastily urgently: urgent 0.6
eagerly: excited 0.6
excitedly enthusiastically: excited 0.8
triumphantly wildly: excited 0.6
cheerfully cheerily merrily gaily joyfully joyously happily: cheerful 0.7
brightly playfully: cheerful 0.5
wearily tiredly sleepily drowsily: weary 0.8
weakly feebly: weary 0.7
gravely solemnly: solemn 0.7
seriously earnestly: solemn 0.4
scornfully contemptuously disdainfully mockingly derisively sarcastically: mocking 0.7
tearfully: sob 0.7
hysterically: cry_out 0.5, sob 0.5
`);

/** Phrases that count in the same clause as a verb of speaking. */
export const ENGLISH_PHRASES: readonly { readonly phrase: RegExp; readonly said: readonly Said[] }[] = [
  {
    phrase: /\bin an? (?:\w+ )?whisper\b|\bunder (?:his|her|their|my) breath\b/,
    said: [{ intent: "whisper", strength: 0.9 }],
  },
  {
    phrase: /\bin an? (?:very )?(?:low|hushed|soft|quiet) (?:voice|tone)\b/,
    said: [{ intent: "murmur", strength: 0.6 }],
  },
  { phrase: /\bat the top of (?:his|her|their|my) (?:voice|lungs)\b/, said: [{ intent: "shout", strength: 1 }] },
  { phrase: /\bin a (?:very )?loud voice\b/, said: [{ intent: "shout", strength: 0.6 }] },
  {
    phrase: /\bwith a (?:\w+ )?sob\b|\bbetween sobs\b|\bin tears\b|\bthrough (?:his|her|their|my) tears\b/,
    said: [{ intent: "sob", strength: 0.6 }],
  },
  {
    phrase: /\bwith an? (?:\w+ )?(?:laugh|chuckle|giggle)\b/,
    said: [{ intent: "laugh", strength: 0.5 }],
  },
  {
    phrase: /\bwith an? (?:\w+ )?(?:smile|grin)\b/,
    said: [{ intent: "cheerful", strength: 0.4 }],
  },
  {
    phrase: /\bwith an? (?:\w+ )?(?:sigh|groan)\b/,
    said: [{ intent: "weary", strength: 0.4 }],
  },
  {
    phrase: /\bin a (?:trembling|shaking|quavering) voice\b/,
    said: [{ intent: "afraid", strength: 0.5 }],
  },
  {
    phrase: /\bthrough (?:his|her|their|my) (?:clenched |gritted |set )?teeth\b/,
    said: [{ intent: "angry", strength: 0.6 }],
  },
  { phrase: /\bwith a (?:\w+ )?sneer\b/, said: [{ intent: "mocking", strength: 0.6 }] },
  { phrase: /\bin a (?:cold|icy|hard) (?:voice|tone)\b/, said: [{ intent: "cold", strength: 0.7 }] },
];

/** Participles for what the speaker does meanwhile: "said Ann, laughing". */
export const ENGLISH_PARTICIPLES: Lexicon = lexicon(`
laughing giggling chuckling: laugh 0.5
smiling grinning beaming: cheerful 0.4
sighing yawning: weary 0.4
trembling shivering shuddering: afraid 0.5
sobbing weeping: sob 0.6
panting: urgent 0.5
`);

/** After these words a participle describes something else: "no less smiling", "the trembling boy", "was laughing". */
export const ENGLISH_NOT_MEANWHILE: ReadonlySet<string> = new Set(
  "a an the his her their my your its this that less more of by was were is are be been than as very so most".split(
    " ",
  ),
);

/** After these words, a verb of speaking does not describe the line. */
export const ENGLISH_NEGATIONS: ReadonlySet<string> = new Set(["not", "never", "without", "hardly", "nor", "cannot"]);

/** Words that end the description of the manner. */
export const ENGLISH_TURNS: ReadonlySet<string> = new Set(
  "and but as while when who whom which that because before after then until where if than".split(" "),
);

/** Titles whose full stop ends no sentence. */
export const ENGLISH_TITLES: ReadonlySet<string> = new Set("mr mrs ms dr st prof capt col gen lt sgt rev".split(" "));
