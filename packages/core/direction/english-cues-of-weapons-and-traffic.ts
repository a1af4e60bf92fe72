// Sounds of weapons, horses, trains and cars.

import type { CuePattern } from "./cue-pattern.ts";
import { CANNON, CAR, COACH, GUN, HORSE } from "./english-sound-things.ts";
import { acts, soundOf } from "./english-sound-words.ts";

export const WEAPON_AND_TRAFFIC_CUES: readonly CuePattern[] = [
  {
    prompt: "gunshot",
    about:
      /shot|gun|pistol|rifle|musket|revolver|fire|firing|trigger|bullet|bang|crack|report|volley|winchester|carbine|blunderbuss|derringer|six-shooter|weapon|barrel|round/,
    strength: 3,
    patterns: [
      `(?<!of |snap)\\b(?:shots?|gunshots?|pistol-?shots?|rifle-?shots?|volleys?|musketry|gun-?fire) _(?:rang|echoed|sounded|cracked|followed|came|broke|burst|struck|whistled|was heard|were heard|was fired|were fired|answered|startled)\\b`,
      soundOf(
        "report|crack|bang|crash|roar|discharge|rattle|crackle|volley|firing",
        `(?:${GUN}|shots?|musketry|gun-?fire|rifle-?fire|pistol-?shots?)`,
      ),
      `(?:fired|discharged|fires|firing|let off|emptied|loosed off) (?:(?:a|an|two|three|four|five|six|the|his|her|their|my|another|both|several|one|second|third|last) )+(?:\\w+ )?(?:${GUN}|shots?|barrels?|rounds?|volleys?)\\b`,
      `(?:(?<!was |were |been |get |got |being |to be )\\bfired|\\bfiring|\\bfires) (?:(?:back|wildly|blindly|again|straight|point-blank|once|twice|three times|thrice|repeatedly|in the air|low|high)(?=[ ,.;!])|(?:at|into|upon|over|through) (?:him|her|them|us|me|it|the|his|a|each)\\b(?! (?:idea|thought|remark|same)))`,
      `(?<!was |were |been |got |being )\\bfired(?=[.;!])`,
      `(?:pulled|pressed|squeezed|touched) the trigger`,
      `(?:${GUN}|weapon)\\b (?:suddenly )?(?:went off|barked|cracked|spoke|blazed|roared|banged|exploded|was discharged|rang out|flashed)`,
      `(?:soldiers|troops|police|policem[ae]n|sentry|sentries|men|guns|battery|enemy|gunmen|warders|gunners|rebels|company) (?:\\w+ ){0,3}opened fire\\b`,
      `shot (?:him|her|them|it|the|his|a|one|two|another|me|us) (?:[\\w-]+ ){0,2}(?:dead|down|through the (?:heart|head|body|chest|arm|leg|shoulder))\\b`,
      `(?:${GUN})\\b[^.;]{0,60} (?:and|then) (?:shot|fired)(?! (?:him|her|them|me|us) a\\b| (?:a|the) (?:\\w+ )?(?:glance|look|question))\\b`,
      `shots (?:in|at) (?:quick|rapid) succession|more shots|a (?:second|third|fourth) shot\\b`,
      `(?<![a-z,] )(?:bang|crack)(?:[,!]|$)`,
      `bullets? (?:\\w+ )?(?:whistled|sang|whizzed|zipped|struck|smashed|flew|hummed|tore|buried|ploughed|hit|spattered|rattled)\\b[^.;]{0,60}`,
      `(?:the|a) (?:\\w+ )?report (?:echoed|rang|followed|sounded|startled)`,
      `exchange of shots|burst of (?:gun|machine-gun |rifle )fire`,
    ],
  },
  {
    prompt: "explosion",
    about: /explo|deton|blast|blew|burst|went|cannon|artillery|battery|mortar|howitzer|guns|mine|bomb|shell/,
    strength: 3,
    patterns: [
      "(?<!of )(?:explosions?|detonation|blast) _(?:shook|rocked|tore|roared|followed|came|rent|threw|hurled|flung|rang|echoed|knocked|deafened|sounded)",
      "(?:with|was|came|by|heard) (?:a|an|the|another) (?:[\\w-]+ ){0,2}(?:explosion|detonation)|with a (?:[\\w-]+ )?blast\\b(?! of)",
      "(?:magazine|bomb|shell|mine|grenade|charge|boiler|ship|bridge|powder|barrels?|dynamite|tank|gasworks|mill|boat|torpedo|rocket|dump|house|works) (?:\\w+ )?(?:blew up|exploded|went off|went up with|burst|detonated)\\b",
      "(?:blew up|exploded) with (?:a|an)\\b",
      `${CANNON} _(?:boomed|roared|fired|thundered|booming|opened|spoke|barked|crashed|answered|thundering)\\b`,
      soundOf("boom|roar|thunder|booming|crash|blast", "(?:cannons?|guns|artillery|explosion|mines?|bombs?|shells)"),
    ],
  },
  {
    prompt: "galloping hooves",
    about: /gallop|hoof|hooves|horse|rider|cavalry/,
    strength: 3,
    patterns: [
      `(?<!mind |pulse |heart |thoughts? |imagination )\\b(?:galloped|galloping|gallops) (?:up|down|along|off|away|past|by|into|across|through|over|towards?|out|after|on|back|round|furiously|madly)\\b(?! (?:consumption|inflation))`,
      acts("(?:hoofs?|hooves|hoofbeats|hoof-beats)", "thunder drum pound ring echo"),
      `(?:${HORSE}) _(?:broke|burst|set off|went off|started|put) (?:\\w+ )?(?:into|at) (?:a|full) (?:\\w+ )?gallop|${HORSE} _(?:galloped|galloping)\\b`,
      soundOf("thunder|gallop|galloping|drumming", "(?:hoofs|hooves|horses|hoofbeats|riders?|horsemen|cavalry)"),
    ],
  },
  {
    prompt: "horse hooves",
    about:
      /hoof|hooves|horse|mare|stallion|pony|ponies|gelding|steed|charger|rider|cavalry|troop|trot|canter|rode|riding/,
    strength: 3,
    patterns: [
      soundOf(
        "clatter|beat|tramp|tramping|thud|trample|trampling|clop|clip-clop|ring|stamping|tread|click",
        "(?:hoofs|hooves|hoofbeats|horses|horse|horses['’] (?:feet|hoofs)|cavalry)",
      ),
      "(?:hoofs|hooves|hoofbeats|hoof-beats) _(?:rang|clattered|sounded|approached|struck|came|clattering|approaching|clicked|beat|echoed|drew)",
      `(?:${HORSE}|he|she|they|I|we) (?:\\w+ ){0,2}(?:cantered|trotted) (?:up|down|along|off|away|past|by|into|across|through|over|on)(?= (?:the|a|to) (?:\\w+ )?(?:road|lane|street|drive|avenue|bridge|yard|hill|gate|park|turf|field|valley|track|path)\\b)(?<=(?:${HORSE}|rode|rider|riding|saddle)[^.;]{0,80})`,
      `${HORSE} (?:\\w+ ){0,3}(?:trotted|cantered|clattered|stamped)\\b(?! (?:across|over|on|into|to|off to|round) (?:the|her|his|a) (?:carpet|room|kitchen|sofa|nursery|hall|bed))`,
      `(?:rode|riding) _(?:clattering|up the (?:drive|street|avenue|lane|road)|over the bridge|over the cobbles|into the (?:yard|courtyard|court))\\b`,
    ],
  },
  {
    prompt: "carriage passing on cobbles",
    about: /carriage|coach|cart|wagg?on|cab|hansom|chaise|gig|barouche|brougham|trap|buggy|wheel/,
    strength: 3,
    patterns: [
      `${COACH} _(?:rattled|rolled|drew up|drove up|drove off|drove away|drove past|rumbled|clattered|lumbered|jolted|bumped|creaked|rattling|rolling|rumbling|swung (?:into|round)|thundered|pulled up|dashed)\\b`,
      soundOf(
        "rattle|rattling|rumble|rumbling|grinding|crunch|crunching|roll|rolling|whir",
        "(?:wheels|carriages?|cart|cab|coach|cart-?wheels|carriage-?wheels|wagons?)",
      ),
      "(?<!steering |paddle |driving )\\b(?:wheels) _(?:crunched|rattled|rumbled|ground|grated|were heard|sounded|crunching|grinding)",
    ],
  },
  {
    prompt: "train whistle",
    about: /whistle|engine|train|locomotive|steamer|express|tug|siren|hooter|guard/,
    strength: 3,
    patterns: [
      acts("(?:engine|train|locomotive|steamer|express|tug)", "whistle shriek hoot"),
      "(?:engine|train|locomotive|steamer|tug|guard) (?:gave|blew|let out|sounded|uttered) (?:a|its|his|her) (?:[\\w-]+,? ){0,3}(?:whistle|hoot|shriek|scream)",
      "(?:train|steam|factory|works|mill|ship['’]s|engine|police|guard['’]s|locomotive|mill)[- ]?(?:whistles?|siren|hooter) _(?:blew|sounded|shrieked|screamed|hooted|wailed|went)",
      soundOf("shriek|scream|blast|whistle|hoot", "(?:whistle|engine|train|locomotive|steamer|express)"),
    ],
  },
  {
    prompt: "train passing",
    about: /train|express|locomotive|railway/,
    strength: 3,
    patterns: [
      acts(
        "(?<!of )(?:trains?|express|locomotive|goods train)(?! of)",
        "rumble roar steam thunder pull puff rattle clatter chuff rush chug start",
      ),
      `train (?:\\w+ )?(?:drew|ran|steamed|moved|came|slid|glided|swung) (?:in|out|into|up|off|away|slowly)\\b(?! of (?:thought|ideas))`,
      "train began to move|train (?:gave a jerk|jerked|lurched)",
      soundOf("rumble|roar|rattle|clatter|thunder|rush", "(?:trains?|express|railway)"),
    ],
  },
  {
    prompt: "car horn",
    about: /horn|hoot|klaxon|honk|toot/,
    strength: 3,
    patterns: [
      `(?:car |motor |lorry |taxi |truck |bus )?horns? (?:\\w+ )?(?:blared|honked|hooted|tooted|beeped|sounded|blaring|honking|hooting)(?= )(?<=(?:\\b${CAR}|street|traffic|road|driver|behind|horns?)\\b[^.;]{0,80})`,
      `(?:sounded|honked|blew|tooted|hooted|leaned on|leant on|pressed|hit|blasted) (?:his|her|the|its|their) (?:\\w+ )?(?:horn|hooter|klaxon)\\b`,
      "(?:blare|honk|honking|hoot|hooting|toot|tooting|blast) of (?:the |a |an )?(?:\\w+ )?(?:motor-?cars?|car|taxis?|klaxon|motor-?horns?|car horns?|horns|lorry|bus)\\b",
    ],
  },
  {
    prompt: "car engine",
    about: /engine|motor|car|lorry|truck|taxi|van|automobile|jeep|limousine|sedan|plane/,
    strength: 3,
    ambience: true,
    patterns: [
      acts(
        "(?<!fire )(?<!search )(?:engines?|motors?)(?! driver| room)",
        "roar start cough hum throb purr idle rumble splutter whine race growl",
      ),
      `(?:engine|motor) _(?:caught|sprang to life|came to life|died|stalled|running)\\b`,
      "(?:started|starting|revved|gunned|cranked) (?:up )?(?:the|his|her|their|its) (?:\\w+ )?(?:engine|motor|car)\\b",
      soundOf(
        "hum|throb|roar|drone|purr|throbbing|rumble|whir",
        `(?:engines?|motor|motors|${CAR}|motor-?boat|aeroplane)`,
      ),
      `${CAR} _(?:drew up|pulled up|drove up|drove off|drove away|sped (?:off|away|past|by|down|along)|roared|rumbled|purred|pulled away|swung (?:into|round)|screeched|started|shot (?:past|by|off|away)|rattled|chugged|hummed)\\b`,
    ],
  },
];
