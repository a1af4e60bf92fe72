// Sounds of houses: doors, clocks, telephones, bells.

import type { CuePattern } from "./cue-pattern.ts";
import { COUNT, DOOR, PERSON, THE } from "./english-sound-things.ts";
import { acts, doing, noiseOf, soundOf } from "./english-sound-words.ts";

export const HOUSE_CUES: readonly CuePattern[] = [
  {
    prompt: "metal clang",
    about: /clang|clank|rattl|jangl/,
    strength: 3,
    patterns: [
      acts("(?:iron|steel|metal|prison|cell) (?:gates?|doors?|grilles?|hatch)", "clang clank"),
      acts("(?:hammers?|anvil|chains?|fetters|shackles|portcullis)", "clang clank rattle jangle"),
      `${THE} (?:[\\w-]+ ){0,2}(?:gates?|doors?) _clang(?:s|ed|ing)\\b`,
      soundOf("clang|clank|rattle|jangle|clanking|clanging", "(?:hammers?|anvil|iron|metal|chains?|steel)"),
      "(?:with|was|came|heard) a (?:\\w+ )?(?:clang|clank)",
    ],
  },
  {
    prompt: "door slams",
    about: /slam|bang|crash|thud/,
    strength: 3,
    patterns: [
      acts("(?:door|gate|shutter|lid|hatch|drawer)s?", "slam bang crash thud"),
      `${doing("slam bang")} (?:${THE} |to |shut )+(?:[\\w-]+ ){0,2}(?:door|gate|lid|shutters?|window|drawer|hatch)s?\\b`,
      `(?:door|gate|shutter|lid|window|drawer)s?\\b[^.;]{0,40} (?:slammed|banged) (?:it|them) (?:shut|to|behind|against|in|after|hard)`,
      soundOf("slam|slamming|bang|banging|crash", "(?:door|gate|shutter|lid)s?"),
    ],
  },
  {
    prompt: "door creaks",
    about: /creak|squeak|groan/,
    strength: 3,
    patterns: [
      acts(
        "(?:door|gate|hinge|stair|step|floorboard|floor|board|shutter|bed|chair|cradle|ladder|springs?|timber|branch|boughs?|rope|rafter|lid)(?:e?s)?",
        "creak squeak groan",
      ),
      "(?:creak|creaking|squeak|squeaking|groan) of (?:the |a |an |his |her )?(?:\\w+ ){0,2}(?:doors?|gate|hinges?|stairs?|steps?|floorboards?|boards?|shutters?|chair|bed|wood|timbers?|springs|ropes?)\\b",
      `(?:door|gate|lid|shutter)s?\\b _(?:opened|closed|shut|swung|gave|moved) _with a (?:\\w+, )?(?:\\w+ )?(?:creak|squeak|groan)`,
    ],
  },
  {
    prompt: "knocks on a window",
    about: /window|pane|shutter|casement|glass/,
    strength: 3,
    patterns: [
      `(?:knocks?|raps?|taps?|rapping|tapping|knocking|${doing("knock rap tap")}) _(?:at|on|upon|against) ${THE} (?:[\\w-]+ ){0,2}(?:window|pane|window-?pane|shutters?|casement|glass)s?\\b`,
    ],
  },
  {
    prompt: "knocks on a wooden door",
    about: /knock|rap|tap|pound|hammer|bang|thump|bolt|beat/,
    strength: 3,
    patterns: [
      `(?:knocks?|raps?|taps?|pounding|thump|rapping|tapping|hammering|banging|${doing("knock rap tap hammer pound thump bang")}|beat) _(?:at|on|upon|against) (?:${DOOR}|${THE} (?:[\\w-]+ )?panels?)`,
      `(?:there was|there were|there came|came|heard|by|at|then|and|again) (?:a|another|the|two|three|several) (?:[\\w-]+,? ){0,2}(?:knocks?|knocking|raps?|rapping|tapping)(?=[ ,;.!])(?! (?:him|her|them|me|on the head))`,
      `${THE} (?:[\\w-]+ )?knock(?:ing)? (?:sounded|came|was heard|was repeated|interrupted|startled|broke|made)`,
      `${PERSON} knocked(?= (?:again|twice|once|softly|gently|loudly|timidly|sharply|discreetly|lightly|briskly|a second|a third|two|three|four|and (?:waited|entered|went in|listened|the door))|[,;.!])`,
      `(?:bolt|knocker) _(?:fell|rapped|sounded|thundered)|plied the knocker`,
    ],
  },
  {
    prompt: "door opens",
    about: /door|gate/,
    strength: 2,
    patterns: [
      `(?:opened|opens|unlatched|unlocked|pushed open|threw open|flung open|pulled open|burst open|kicked open|eased open) ${DOOR}(?! (?:to|for|of|upon|on) (?:every|all|any|many|such|new|a|an|further|endless|other|possib))`,
      `(?<!closed |two |front |back )${DOOR} (?:(?!(?:that|which|who)\\b)\\w+ ){0,2}(?:opened|flew open|swung open|burst open|was (?:opened|thrown open|flung open|pushed open)|swung back)\\b(?! (?:directly |straight |out )?(?:on|upon|into|onto) )`,
    ],
  },
  {
    prompt: "door closes",
    about: /door|gate/,
    strength: 2,
    patterns: [
      `(?:closed|shut|closes|shuts|pulled to|drew to|pushed to) ${DOOR}(?! (?:to|on|upon) (?:all|any|every|the (?:past|matter|subject|idea|possibility)))`,
      `${DOOR} (?:\\w+ ){0,2}(?:closed|swung to|fell to|swung shut|fell shut|was (?:closed|shut)(?= (?:behind|after|upon|with|by)))\\b`,
      `${DOOR} shut (?:behind|after|upon|with)\\b`,
    ],
  },
  {
    prompt: "clock strikes #",
    about: /clock|bell|hour|it|church|tower|belfry|steeple|midnight|noon|quarter/,
    strength: 3,
    patterns: [
      `(?:clocks?|bells?|hour|it|church|tower|belfry|steeple) _(?:struck|strikes|striking|strike|chimed|tolled|boomed) (?:out )?${COUNT}\\b`,
      `(?:clock|bell|church|tower|steeple)s? _(?:struck|chimed|tolled|strikes|striking) (?:the (?:half[- ]hour|half|quarters?|hour|three-?quarters)|half-past|a quarter|one)\\b`,
      `(?:midnight|noon|(?:\\w+ )o['’]clock|the (?:half[- ]hour|quarter|hour)) (?:was )?(?:struck|chimed|sounded|tolled|rang|striking|boomed)\\b`,
    ],
  },
  {
    prompt: "clock ticking",
    about: /tick/,
    strength: 3,
    ambience: true,
    patterns: [
      acts("(?:clock|watch|timepiece)", "tick"),
      soundOf("tick|ticking|tick-tock", "(?:clock|watch|timepiece)s?"),
    ],
  },
  {
    prompt: "telephone ringing",
    about: /phone|mobile/,
    strength: 3,
    patterns: [
      acts("(?:telephones?|phones?|cell-?phone|mobile)(?:[- ]bells?)?", "ring shrill buzz chirp trill"),
      soundOf("ring|ringing|shrilling|buzz", "(?:telephone|phone|mobile)"),
    ],
  },
  {
    prompt: "church bell tolling",
    about: /bell/,
    strength: 3,
    patterns: [
      acts(
        "(?:church|chapel|abbey|cathedral|harbour|great|village|minster|passing|alarm|monastery|convent|steeple|parish)[- ]bells?",
        "ring toll chime peal sound boom strike clang",
      ),
      acts(
        "bells (?:of|in) (?:the |a |old )?(?:\\w+ )?(?:village|church|town|tower|city|abbey|cathedral|steeple|minster|parish)",
        "ring toll chime peal sound",
      ),
      `bells? _toll(?:ed|ing)\\b`,
      noiseOf("toll|tolling|peal|knell|pealing", "(?:church |chapel |village |cathedral |great |deep )?bells?"),
      noiseOf("tinkle|chime|chimes|ringing|jangle|sound", "(?:church|chapel|village|cathedral)[- ]bells?"),
    ],
  },
  {
    prompt: "small bell ringing",
    about: /bell|rang for|ring at|peal at/,
    strength: 3,
    patterns: [
      "(?:rang|pulled|ringing|jangled|jerked|tugged(?: at)?|pressed) (?:the|a|his|her|their) (?:[\\w-]+ ){0,2}(?:bells?|doorbell|bell-?(?:pull|rope|cord|push))\\b",
      acts(
        "(?:door-?bell|front-door bell|shop-?bell|hand-?bell|house-?bell|sleigh-?bells|bell|bells)",
        "tinkle jingle",
      ),
      acts("(?:door-?bell|front-door bell|shop bell|hand-?bell|dinner bell|bell of the shop)", "ring sound clang buzz"),
      soundOf("tinkle|tinkling|jingle|jingling", "(?:bells?|doorbell|sleigh-bells)"),
      `${PERSON} rang for (?:the|a|his|her|tea|dinner|coffee|[a-z]+(?=[,.;]| to| and))`,
      "(?:there was|came|heard) a (?:\\w+ )?(?:ring|peal) at the (?:\\w+ )?(?:bell|door|gate)",
    ],
  },
  {
    prompt: "bell ringing",
    about: /bell/,
    strength: 3,
    patterns: [
      acts(
        "(?<!diving |blue|school )bells?(?! tower| jar| pull| rope)",
        "ring chime peal toll jangle sound clang boom",
      ),
      soundOf("ringing|chimes?|clang|clamour|clangour|ring", "(?:bells?)"),
    ],
  },
];
