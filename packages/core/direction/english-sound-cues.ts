// Sounds that English narration reports. A pattern describes a sound that happens now: a thing with its verb, or "the sound of"
// it. A thing alone ("the bell of the church") is not a sound.

import { acts, doing, noiseOf, soundOf } from "./english-sound-words.ts";

export interface CuePattern {
  /** The prompt for an effects engine; the number in the group `count` replaces `#` ("struck three"). */
  readonly prompt: string;
  /** Parts of words. Every sentence that a pattern matches has one of them, so this test skips most sentences. */
  readonly about: RegExp;
  /** Alternatives in lower case; `_` stands for up to four words between. */
  readonly patterns: readonly string[];
  /** 3: the sound itself is named. 2: an event that certainly sounds. 1: an audible and common event. */
  readonly strength: 1 | 2 | 3;
  /** Plays under the speech for a while, not once at its word. */
  readonly ambience?: true;
}

const THE = "(?:the|a|an|his|her|their|my|our|its|one|another)";
const DOOR = `${THE} (?:[\\w-]+ ){0,2}(?:door|gate)`;
const PERSON = "(?!(?:was|were|been|be|being|got|had|get)\\b)[\\w'’]+";
const GUN =
  "(?:guns?|pistols?|rifles?|muskets?|revolvers?|shotguns?|carbines?|winchesters?|blunderbuss|six-shooters?|derringer)";
const CANNON = "(?:cannons?|artillery|battery|mortars?|howitzers?|the guns|big guns?|naval guns?)";
const COUNT = "(?:<count>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|midnight|noon|midday)";
const CAR = "(?:car|motor-?car|lorry|truck|taxi|taxicab|van|automobile|jeep|limousine|sedan|motor-?cycle|motor-?bike)";
const HORSE = "(?:horses?|mare|stallion|pony|ponies|gelding|steed|charger|riders?|horsem[ae]n|cavalry|troop)";
const COACH =
  "(?:carriage|coach|cart|waggon|wagon|cab|hansom|chaise|gig|stagecoach|barouche|brougham|trap|dog-cart|buggy)";
const DOG =
  "(?:dogs?|terrier|hounds?|mastiff|spaniel|puppy|collie|bulldog|sheepdog|watch-?dogs?|poodle|retriever|greyhound)";
const GLASS =
  "(?:glass|windows?|window-?panes?|panes?|bottles?|mirror|vase|jug|lamp|tumbler|goblet|decanter|chandelier)";
const FRAGILE = `(?:${GLASS}|plates?|cups?|dish|dishes|saucer|teapot|crockery|china)`;

export const CUE_PATTERNS: readonly CuePattern[] = [
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
  {
    prompt: "roll of thunder",
    about: /thunder|clap|crash|peal/,
    strength: 3,
    patterns: [
      acts(
        "(?<!of )thunder",
        "roll rumble crash crack growl boom mutter peal break follow grumble clap sound explode roar shake burst",
      ),
      "(?:peals?|claps?|cracks?|rolls?|rumbles?|crash(?:es)?|growls?|bursts?|rolling|rumbling|rumblings|mutterings?|boom) of (?:the |distant |far-off )?thunder(?!s? of)",
      "(?:it|sky|heavens?) (?:thundered|was thundering|began to thunder)",
      "thunder-?claps? _(?:shook|broke|burst|sounded|followed|rang|made|crashed)|(?:storm|it) _broke with a (?:\\w+ )?(?:clap|crash|peal)",
      "(?:lightning|flash)\\b[^.;]{0,60}(?:thunder) _(?:followed|came|answered)",
    ],
  },
  {
    prompt: "rain falling",
    about: /rain|downpour|drizzl|sleet|hail|shower|pour/,
    strength: 3,
    ambience: true,
    patterns: [
      acts(
        "(?<!of )(?:rain|rains|downpour|drizzle|sleet|hail|shower|raindrops|rain-drops)(?! of (?!the))",
        "fall drum beat pour lash patter hammer stream pelt whisper hiss drip splash rattle drench swish",
      ),
      `rain _(?:came down|was coming down|set in|swept (?:over|across|down|in|against)|ran down the|drove (?:against|in|across|over))\\b`,
      soundOf("patter|pattering|drumming|hiss|beat|beating|splash|drip|swish|rush", "(?<!like )rain(?:drops)?"),
      `it (?:rained|was raining|is raining|was pouring(?= with| down|[.,])|was drizzling|drizzled|began to (?:rain|pour|drizzle)|started (?:to rain|raining|pouring)|came on to rain)\\b`,
      `it poured(?=[,.;]| all| down| with| the whole)`,
    ],
  },
  {
    prompt: "wind howling",
    about: /wind|gale|easter|wester|draught|storm|blast/,
    strength: 3,
    ambience: true,
    patterns: [
      acts(
        "(?<!of )(?:winds?|gale|north-?easter|nor['’]-?wester|draught)(?! of (?!the))",
        "howl moan roar whistle scream shriek sigh blow rise wail rattle tear shake rush sweep whip rage whine sing drive buffet sob",
      ),
      `(?:wind|gale) (?:was (?:getting up|rising|blowing|up)|got up|had got up|sprang up|freshened)\\b`,
      "gusts? of wind(?! of)",
      soundOf(
        "howl|howling|roar|roaring|sigh|sighing|moan|moaning|whistling|whistle|rush|wail|wailing",
        "(?:wind|winds|gale|storm|blast)",
      ),
    ],
  },
  {
    prompt: "storm raging",
    about: /storm|tempest|hurricane|blizzard/,
    strength: 3,
    ambience: true,
    patterns: [
      acts(
        "(?<!of )(?:storm|tempest|hurricane|blizzard|thunderstorm)(?! of (?!the))",
        "rage howl break roar burst beat",
      ),
      soundOf("raging|roar|roaring|fury", "(?:storm|tempest|hurricane|blizzard)"),
    ],
  },
  {
    prompt: "seagulls crying",
    about: /gull/,
    strength: 3,
    ambience: true,
    patterns: [
      acts("(?:sea-?)?gulls?", "cry scream call mew shriek wail screech circle"),
      soundOf("cry|cries|crying|scream|screams|screaming|mewing", "(?:sea-?)?gulls?"),
    ],
  },
  {
    prompt: "sea waves breaking",
    about: /wave|surf|breaker|roller|swell|tide|sea|ocean/,
    strength: 3,
    ambience: true,
    patterns: [
      acts(
        "(?<!of )(?:waves?|surf|breakers|rollers|swell|tide)(?! of (?!the))",
        "crash break beat roll lap wash pound thunder boom roar dash slap murmur hiss splash",
      ),
      acts("(?:sea|ocean)", "roar boom thunder crash mutter murmur wash break pound beat lap sigh"),
      soundOf(
        "roar|roaring|murmur|boom|booming|wash|washing|crash|thunder|thundering|lapping|beat|beating|moan|breaking",
        "(?:sea|surf|waves?|breakers|ocean|tide|rollers)",
      ),
    ],
  },
  {
    prompt: "stream running",
    about: /stream|brook|beck|burn|river|fountain|rivulet|torrent|spring|fall|cascade|weir|mill|water|rapids/,
    strength: 3,
    ambience: true,
    patterns: [
      acts(
        "(?:stream|brook|beck|burn|river|fountain|rivulet|torrent|spring|waterfall|cascade|weir|mill-?race)",
        "babble gurgle murmur rush splash tinkle ripple roar chatter play trickle plash",
      ),
      acts("water", "rush gurgle trickle babble murmur ripple"),
      soundOf(
        "murmur|babble|rush|rushing|roar|gurgle|gurgling|plash|splashing|trickle|tinkle|ripple|noise",
        "(?:stream|brook|river|running water|waters?|fountain|waterfall|torrent|weir|rapids|beck)",
      ),
      "could hear (?:the|a) (?:\\w+ )?(?:waterfall|stream|brook|river|weir|torrent|fountain)",
    ],
  },
  {
    prompt: "water dripping",
    about: /drip/,
    strength: 3,
    ambience: true,
    patterns: [
      acts("(?:water|tap|eaves|moisture|pipe|faucet|trees)", "drip"),
      soundOf("drip|dripping|drip-drip", "(?:water|tap|eaves)"),
      "drip,? drip\\b",
    ],
  },
  {
    prompt: "splash",
    about: /splash|into the|into a/,
    strength: 3,
    patterns: [
      "(?:with|there was|heard|came|by) (?:a|the|another) (?:[\\w-]+,? )?splash\\b",
      `(?:fell|jumped|leapt|leaped|plunged|dived|slid|dropped|tumbled|sprang|toppled|splashed|pitched) _into (?:the|a) (?:\\w+ )?(?:water|sea|river|lake|pool|harbour|canal|stream|pond|moat|well|brook|creek)\\b`,
    ],
  },
  {
    prompt: "fire crackling",
    about: /fire|log|flame|ember|kindling|brand|hearth/,
    strength: 3,
    ambience: true,
    patterns: [
      acts(
        "(?<!of )(?:fires?|logs?|flames?|embers|bonfire|camp-?fire|kindling|brands?)(?! (?:of (?!the)|alarm|engine|station))",
        "crackle spit roar hiss snap sputter leap",
      ),
      soundOf("crackle|crackling|hiss|roar|roaring|snapping", "(?:fire|logs|flames|embers|bonfire|hearth)"),
    ],
  },
  {
    prompt: "fire crackling",
    about: /fire|log|flame|ember|kindling|brand|hearth/,
    strength: 1,
    ambience: true,
    patterns: [
      "(?:lit|lighted|kindled|built|made up|stirred|poked) (?:a|the) (?:\\w+ )?(?:fire|bonfire|camp-?fire)\\b",
      `(?:fire|bonfire|camp-?fire) (?:was |were )?(?:\\w+ )?(?:burned|burnt|burning|blazed|blazing)(?! (?:in|from|out of) (?:his|her|their))`,
    ],
  },
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
  {
    prompt: "footsteps",
    about:
      /step|foot|feet|tread|boots|heels|clogs|slippers|shoes|stair|hall|passage|corridor|gravel|street|deck|floor|snow|path|yard|bridge|pavement|shingle|beach|board|landing|gangway|ladder|attic|nave|aisle|room|platform/,
    strength: 3,
    patterns: [
      "(?:footsteps?|foot-steps?|footfalls?|foot-falls?|tread) _(?:approached|approaching|sounded|sounding|echoed|echoing|rang|ringing|came|coming|drew|descended|ascended|crossed|crossing|passed|passing|paused|stopped|hurried|hurrying|receded|receding|died|retreated|retreating|went|going|advanced|were heard|was heard|mounted|shuffled|clattered|fell|followed)\\b",
      "(?<!stone |door-?|more |the |of |these )\\bsteps _(?:approached|approaching|sounded|echoed|rang|were heard|coming|came)\\b",
      "(?:hear|heard|hearing|hears) (?:the |his |her |their |some |a |my )?(?:[\\w-]+,? ){0,2}(?:footsteps?|footfalls?|steps|tread)\\b",
      soundOf(
        "tramp|thud|patter|pattering|clatter|tread|shuffle|shuffling|tap|trampling",
        "(?:footsteps?|footfalls?|steps|feet|boots|slippers|heels)",
      ),
      `(?:boots|heels|clogs|slippers|shoes) _(?:tramped|clicked|clattered|rang|thudded|crunched|tapped|clumped|shuffled|sounded|echoed|stamped|squeaked)\\b`,
    ],
  },
  {
    prompt: "footsteps",
    about:
      /step|foot|feet|tread|boots|heels|clogs|slippers|shoes|stair|hall|passage|corridor|gravel|street|deck|floor|snow|path|yard|bridge|pavement|shingle|beach|board|landing|gangway|ladder|attic|nave|aisle|room|platform/,
    strength: 1,
    patterns: [
      `(?:walked|strode|tramped|paced|hurried|ran|climbed|marched|hastened|stumped|clattered|dashed|rushed|trudged|stamped|raced|pounded|scrambled) _(?:up|down|across|along|over|through|out on) (?:the|to the|some|a) (?:[\\w-]+ )?(?:stairs|staircase|stairway|hall|passage|corridor|gravel|street|deck|floor|snow|path|yard|bridge|pavement|shingle|beach|boards|steps|landing|gangway|ladder|attic|nave|aisle)\\b`,
      "(?:walking|pacing|striding|tramping|moving|running) (?:up and down|to and fro|back and forth|about)(?= (?:in|on) (?:the|a) (?:\\w+ )?(?:room|floor|deck|passage|hall|attic|landing|platform))",
    ],
  },
  {
    prompt: "applause",
    about: /applau|clap/,
    strength: 3,
    patterns: [
      "(?:bursts?|storms?|rounds?|thunders?|ripples?|outbursts?|roars?|salvos?) of (?:[\\w-]+ )?(?:applause|clapping|hand-?clapping)",
      `(?:broke|burst) (?:out )?(?:in|into) (?:\\w+ )?(?:applause|clapping)`,
      "applause _(?:broke|burst|rose|followed|filled|greeted|was|rang|thundered|shook)",
      "(?:audience|crowd|company|room|house|gallery|spectators|guests|children|everybody|everyone|they all|the hall) _(?:applauded|clapped)\\b",
      "clapped (?:until|till|and (?:cheered|shouted|stamped)|their hands)",
    ],
  },
  {
    prompt: "crowd cheering",
    about: /cheer/,
    strength: 3,
    patterns: [
      "(?:crowds?|people|men|audience|crew|spectators|sailors|soldiers|boys|children|mob|everybody|everyone) _cheer(?:ed|ing)\\b",
      "(?:bursts?|roars?|storms?|rounds?) of cheer(?:s|ing)|(?:sounds?|noise) of (?:\\w+ )?cheering",
      "cheers? _(?:rang|rose|broke|went up|burst|greeted|echoed|answered|followed)|(?:broke|burst) (?:out )?into (?:\\w+ )?(?:cheers?|cheering)|(?:gave|raised|set up|sent up) (?:a|three|another|one) (?:\\w+ )?cheers?\\b",
    ],
  },
  {
    prompt: "crowd murmuring",
    about:
      /murmur|mutter|hum|stir|surg|roar|shout|buzz|howl|yell|jeer|hiss|boo|babbl|clamour|babel|din|whisper|growl|groan|gasp|nois|voices|cries|full|packed|loud/,
    strength: 3,
    ambience: true,
    patterns: [
      "(?<!of )\\b(?:crowd|crowds|mob|throng|congregation|assembly|audience|spectators)(?! of (?!the|people|men|faces)) _(?:murmured|muttered|hummed|stirred|surged|roared|shouted|buzzed|howled|yelled|jeered|hissed|booed|murmuring|roaring|shouting)",
      "(?:hum|buzz|babble|clamour|babel|hubbub|din) of (?:the |a |many |their )?(?:\\w+ ){0,2}(?:crowd|voices|people|company|market|conversation|talk|mob|tongues|multitude|throng)\\b",
      "(?:murmur|murmuring|roar|noise|shouts|shouting|cries) of (?:the |a )?(?:\\w+ )?(?:crowd|people|mob|multitude|throng|market|spectators|audience)\\b",
      `(?:murmur|mutter|whisper|buzz|hum|growl|roar|shout|groan|gasp|stir) _(?:ran|went|passed|rose|swept|broke) (?:\\w+ )?(?:through|round|from|over|among|along|up from|about) (?:the|all the) (?:\\w+ )?(?:crowd|room|hall|court|benches|congregation|assembly|audience|company|house|people|spectators|court-?room|church|ranks|listeners|jury|table)\\b`,
      "(?:tavern|inn|bar|hall|room|square|market|street|market-place|pub|taproom|platform|saloon|café|restaurant) (?:was|were) (?:\\w+ )?(?:crowded|full|packed|alive|noisy|loud)[^.;]{0,40}\\b(?:noisy|noise|voices|talk|laughter|shout(?:s|ing)|din|hubbub|babble)\\b",
    ],
  },
  {
    prompt: "sword fight",
    about: /sword|blade|steel|rapier|sabre|foil|cutlass|arms|weapon/,
    strength: 3,
    patterns: [
      "(?:swords?|blades?|steel|rapiers?|sabres?|foils?|cutlass(?:es)?) _(?:clashed|rang|clanged|clashing|met|crossed|ringing|clanging|grated)\\b",
      soundOf("clash|clashing|clang|ring|clink", "(?:swords?|steel|arms|blades?|sabres|rapiers|weapons|cutlasses)"),
    ],
  },
  {
    prompt: "glass shattering",
    about:
      /glass|window|pane|bottle|mirror|vase|jug|lamp|tumbler|goblet|decanter|chandelier|plate|cup|dish|saucer|teapot|crockery|china|skylight|greenhouse/,
    strength: 3,
    patterns: [
      `(?<!looking-|spy)\\b(?:${GLASS}) (?!of (?!the|wine|water|brandy|beer|milk))_(?:shattered|smashed|broke|burst|crashed|splintered|flew (?:in|into|to) (?:pieces|bits)|breaking|shattering|smashing|splintering)\\b(?! (?:the (?:monotony|line|silence|surface|gloom|wall|view|symmetry)|in (?:upon|on)))`,
      `(?:${FRAGILE})\\b[^.;]{0,50} (?:shattered|smashed|broke|crashed|fell|dropped)\\b[^.;]{0,30}(?:into (?:a \\w+|fragments|pieces|splinters|bits|a hundred|a thousand)|to (?:pieces|bits|fragments)|on the (?:tiles|floor|stones|hearth|flags)|to smithereens)`,
      soundOf(
        "crash|smash|tinkle|tinkling|shattering|breaking|splintering|shiver",
        "(?:breaking |broken |falling |splintered |splintering |shattered )?(?:glass|windows?|crockery|china|plates)",
      ),
      `(?:smashed|shattered|broke|smashes|smashing) (?:the|a|an|his|her|every|two|one|in the) (?:[\\w-]+ ){0,2}(?:${GLASS})\\b`,
      "(?:crashed|smashed|came|flew|hurtled|went|burst) (?:\\w+ )?through (?:the|a) (?:\\w+ )?(?:window|pane|skylight|window-?pane|greenhouse|glass)\\b(?! (?:of|into) (?:sunlight|the soul))",
    ],
  },
  {
    prompt: "glasses clinking",
    about: /clink|chink|tinkl|jingl|touched|rattl|clatter/,
    strength: 3,
    patterns: [
      soundOf(
        "clink|chink|clinking|chinking|jingle|tinkle|rattle|clatter",
        "(?:glasses|cups|spoons?|coins?|money|china|ice|knives|forks|crockery|teacups|dishes|gold|bottles)",
      ),
      "(?:clinked|touched|chinked) (?:\\w+ )?glasses",
      acts(
        "(?:glasses|glass|cups?|coins?|spoons?|ice|money|teaspoons?|crockery|teacups?)",
        "clink chink tinkle jingle",
      ),
    ],
  },
  {
    prompt: "paper tearing",
    about: /tore|ripped|tear/,
    strength: 3,
    patterns: [
      "(?:tore|ripped|tearing) (?:up |open |off |out )?(?:the|a|his|her|my|their) (?:[\\w-]+ ){0,2}(?:letter|envelope|paper|page|note|leaf|sheet|telegram|newspaper|wrapper|bill|cheque|contract|photograph|manuscript|parcel|envelopes|letters|pages)s?\\b",
      "(?:letter|envelope|paper|page|note|sheet|telegram|cheque|contract|will)\\b[^.;]{0,30} (?:tore|ripped) it (?:up|open|in|to|into|across|off|out|through)\\b",
    ],
  },
  {
    prompt: "paper rustling",
    about: /rustl|crackl|unfold|unroll|crumpl|leafed|rummag|shuffl|riffl|thumb|sort/,
    strength: 3,
    patterns: [
      acts("(?:papers?|pages?|newspapers?|letters?|parchment|leaves of the book)", "rustle crackle"),
      soundOf("rustle|rustling|crackle|crackling", "(?:papers?|pages|parchment|newspapers?|letters?)"),
      "(?:unfolded|unrolled|crumpled|rustled) (?:up )?(?:the|a|his|her|their|my) (?:\\w+ )?(?:letter|paper|newspaper|map|papers|note|parchment|sheet|chart|document)s?\\b",
      "(?:leafed|rummaged|shuffled|riffled|thumbed|sorted|rustled) (?:through|among) (?:the|a|his|her|their|some|my) (?:\\w+ ){0,2}(?:papers?|pages|letters|documents|book|files|manuscript|notes|pile)\\b",
    ],
  },
  {
    prompt: "whoosh",
    about:
      /arrow|spear|javelin|sword|stone|axe|kni|sabre|dagger|hatchet|boomerang|cane|whip|scythe|stick|switch|blade|rod|racket|lash|tail|rope|club/,
    strength: 3,
    patterns: [
      "(?:arrows?|spears?|javelin|sword|stone|axe|knife|sabre|dagger|hatchet|boomerang) _(?:whistled|hissed|whizzed|flew|sang|swished|whirred) (?:past|by|through|over|close)",
      `(?:cane|whip|whiplash|scythe|sword|stick|switch|blade|rod|racket|lash|tail|sabre|rope|club) (?:\\w+ )?(?:swished|whistled|hissed|swooshed|whizzed)\\b`,
    ],
  },
  {
    prompt: "birds singing",
    about: /bird|lark|thrush|robin|sparrow|nightingale|linnet|finch|starling|wren/,
    strength: 3,
    ambience: true,
    patterns: [
      acts(
        "(?<!song-)(?:birds?|larks?|thrush|thrushes|blackbirds?|robins?|sparrows?|nightingales?|skylark|linnets?|finches|starlings|wrens?)",
        "sing chirp twitter warble trill chatter pipe call",
      ),
      "birdsong|bird-song|(?:song|songs|twitter|twittering|chirping|singing|chorus|warbling|chatter) of (?:the |a |an )?(?:\\w+ )?(?:birds?|lark|thrush|nightingale|blackbird|sparrows|robin|skylark)\\b",
    ],
  },
  {
    prompt: "owl hooting",
    about: /owl/,
    strength: 3,
    patterns: [acts("owls?", "hoot call cry screech"), soundOf("hoot|hooting|cry", "owls?")],
  },
  {
    prompt: "crickets chirping",
    about: /cricket|cicada|grasshopper|katydid/,
    strength: 3,
    ambience: true,
    patterns: [
      acts("(?:crickets?|cicadas?|grasshoppers?|katydids)", "chirp sing shrill chirrup trill"),
      soundOf("chirp|chirping|shrilling|singing|song|chirruping", "(?:crickets?|cicadas?|grasshoppers?)"),
    ],
  },
  {
    prompt: "heartbeat",
    about: /heart/,
    strength: 3,
    patterns: [
      soundOf("beat|beats|beating|thud|thudding|pounding|thumping|throbbing|hammering", "(?<!man['’]s )hearts?"),
      "heart (?:\\w+ ){0,2}(?:pounded|pounding|thudded|hammered|thumped|hammering|thumping|thudding)\\b(?! (?:for|with (?:love|joy|pride)) \\w+ alone)",
    ],
  },
  {
    prompt: "dog barking",
    about: /dog|terrier|hound|mastiff|spaniel|pupp|collie|poodle|retriever|bark/,
    strength: 3,
    patterns: [
      acts(DOG, "bark bay yap yelp"),
      `${DOG}\\b[^.;]{0,40} (?:and|then) (?:it |he |she )?(?:${doing("bark yap bay")})`,
      soundOf("bark|barking|baying|yapping|yelping", DOG),
      "(?:heard|came|with|gave) (?:a|the|another|one|two) (?:\\w+ )?bark(?:ing)?\\b(?! of (?!a dog|the dog|dogs))",
    ],
  },
  {
    prompt: "wolf howling",
    about: /wol/,
    strength: 3,
    patterns: [acts("wol(?:f|ves)", "howl bay"), soundOf("howl|howls|howling", "wol(?:f|ves)")],
  },
  {
    prompt: "cat meowing",
    about: /cat|kitten|tabby|puss/,
    strength: 3,
    patterns: [
      acts("(?:cat|kitten|tom-?cat|tabby|puss|pussy)s?", "mew miaow meow caterwaul yowl"),
      soundOf("mew|mewing|miaow|miaowing", "(?:cats?|kittens?)"),
    ],
  },
  {
    prompt: "baby crying",
    about: /baby|infant|newborn/,
    strength: 3,
    patterns: [
      "(?:baby|infant|newborn) (?:\\w+ ){0,3}(?:cried|crying|wailed|wailing|howled|screamed|squalled|began to (?:cry|wail|scream|howl))\\b",
      soundOf("cry|crying|wail|wailing|cries|scream|screams", "(?:baby|infant|newborn)"),
    ],
  },
  {
    prompt: "piano playing",
    about: /piano|grand/,
    strength: 3,
    ambience: true,
    patterns: [
      "(?:at|on) the (?:\\w+ )?(?:piano|pianoforte|grand)\\b(?:,)? (?:and|she|he|where he|where she) (?:\\w+ )?(?:began to play|played|started to play|struck|was playing|ran (?:his|her) fingers)",
      "(?:played|playing|began to play|strummed|thumped|plays) (?:\\w+ ){0,4}(?:on|at|upon) (?:the|an?|her|his) (?:\\w+ )?(?:piano|pianoforte|grand)\\b|(?:played|playing|plays|practi[cs]ing|practised) the (?:\\w+ )?piano(?:forte)?\\b",
      soundOf("notes|tinkle|tinkling|strains|chords|music", "(?:piano|pianoforte)"),
      "(?:piano|pianoforte) (?:\\w+ )?(?:played|tinkled|sounded|was playing|tinkling|playing|jangled|struck up)\\b",
    ],
  },
  {
    prompt: "violin playing",
    about: /violin|fiddle/,
    strength: 3,
    ambience: true,
    patterns: [
      "(?:violin|fiddle|fiddler|violinist)s? (?:\\w+ ){0,2}(?:played|sang|wailed|struck up|sounded|began to play|was playing|scraped|sobbed|squeaked|playing)\\b",
      "(?:played|playing|plays|scraped|began to play) (?:\\w+ ){0,3}(?:on )?(?:the|his|her|a) (?:\\w+ )?(?:violin|fiddle)\\b",
      soundOf("notes|strains|wail|scraping|squeak|music", "(?:violins?|fiddles?)"),
    ],
  },
  {
    prompt: "drum roll",
    about: /drum/,
    strength: 3,
    patterns: [
      "(?<!ear)\\bdrums?(?! major| stick) (?:\\w+ ){0,2}(?:rolled|beat|sounded|began to (?:beat|roll)|thundered|throbbed|boomed|rattled|rolling|beating)\\b",
      soundOf("roll|beat|beating|rolling|rattle|throb|throbbing|tap|rumble", "drums?"),
      "drum-?roll _(?:sounded|rang|began|broke|thundered)",
    ],
  },
  {
    prompt: "typewriter typing",
    about: /typ/,
    strength: 3,
    patterns: [
      "typewriters? (?:\\w+ ){0,2}(?:clattered|clicked|rattled|tapped|clacked|clattering|clicking|was going|began)\\b",
      soundOf("clatter|clicking|click|rattle|tapping|clack|clacking", "(?:typewriters?|typing)"),
      "(?:typed|typing|tapped|tapping|hammered|pounding|pounded) (?:\\w+ )?(?:on|at|away at|upon) (?:the|a|his|her) (?:\\w+ )?typewriter",
    ],
  },
  {
    prompt: "kettle whistling",
    about: /kettle/,
    strength: 3,
    patterns: [
      acts("(?:tea-?)?kettles?", "whistle sing scream hiss shriek boil"),
      soundOf("whistle|singing|hiss|hissing|whistling", "(?:tea-?)?kettle"),
    ],
  },
  {
    prompt: "snoring",
    about: /snor/,
    strength: 3,
    ambience: true,
    patterns: [
      "(?:was|were|lay|began to|be heard|already|sat|could hear (?:him|her|them)|slept|asleep,?(?: and)?) (?:\\w+ )?snor(?:e|ing)\\b",
      "(?<!n['’]t )\\bsnored\\b|(?:sounds?|noise) of (?:\\w+ )?(?:\\w+ )?snoring|snores? (?:\\w+ )?(?:came|sounded|filled|rose|from|echoed)",
    ],
  },
];
