// What can be heard in English narration. A pattern tells of a sound that is made now: the thing together with what it does,
// or "the sound of" it; a thing alone ("the bell of the church") makes none. `_` stands for up to three words between.

export interface CuePattern {
  /** What to ask an effects engine for; `#` is where a number goes ("struck three"). */
  readonly prompt: string;
  readonly pattern: string;
  /** 3: the sound itself is spoken of. 2: something happens that surely sounds. 1: it can be heard, and is often told. */
  readonly strength: 1 | 2 | 3;
  /** Under speech for a while, instead of once at its word. */
  readonly ambience?: true;
}

const SOUND = "(?:sound|noise)s?";
const DOOR = "(?:the |his |her |their |a |an )(?:\\w+ )?(?:door|gate)";

export const CUE_PATTERNS: readonly CuePattern[] = [
  {
    prompt: "door slams",
    strength: 3,
    pattern: `(?:door|gate|shutter|lid)s? _(?:slam|bang|crash|clang)(?:s|ed|med|ming|ing)?`,
  },
  { prompt: "door slams", strength: 3, pattern: `(?:slammed|banged) (?:${DOOR}|the lid)` },
  {
    prompt: "door creaks",
    strength: 3,
    pattern: `(?:door|gate|hinge|hinges|stairs?|floorboards?|boards|shutters?) _(?:creaked|creaking|squeaked|groaned)`,
  },
  {
    prompt: "knocks on a wooden door",
    strength: 3,
    pattern: `(?:knock|rap|tap|knocked|knocking|rapped|rapping|tapped|tapping|hammered|hammering) _(?:at|on|upon|against) ${DOOR}`,
  },
  {
    prompt: "knocks on a window",
    strength: 3,
    pattern: `(?:knock|rap|tap|knocked|knocking|rapped|tapped|tapping) _(?:at|on|upon|against) the (?:\\w+ )?(?:window|pane|glass)`,
  },
  {
    prompt: "knocks on a wooden door",
    strength: 3,
    pattern: `(?:there was|there came|came|heard|by) (?:a|another) (?:\\w+ )?(?:knock|knocking|rap)(?= |,|;|\\.|$)|(?:somebody|someone|he|she|visitor|stranger) (?:\\w+ )?knocked(?= |,|;|\\.|$)`,
  },
  {
    prompt: "door opens",
    strength: 2,
    pattern: `(?:opened|unlatched|unlocked|pushed open|threw open|flung open|pulled open) ${DOOR}|${DOOR} _(?:opened|flew open|swung open|burst open)`,
  },
  {
    prompt: "door closes",
    strength: 2,
    pattern: `(?:closed|shut|pulled to|drew to) ${DOOR}|${DOOR} _(?:closed|shut|swung to|fell to)`,
  },
  {
    prompt: "clock strikes #",
    strength: 3,
    pattern: `(?:clock|clocks|bell|hour|it) _struck (?:<count>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`,
  },
  {
    prompt: "clock ticking",
    strength: 3,
    ambience: true,
    pattern: `clock _(?:ticked|ticking)|tick(?:ing)? of (?:the|a) (?:\\w+ )?clock`,
  },
  {
    prompt: "church bell tolling",
    strength: 3,
    pattern: `(?:church|chapel|abbey|cathedral|harbour|great) bells? _(?:rang|ring|ringing|tolled|tolling|chimed|pealed|sounded|boomed)|(?:toll|tolling) of (?:the|a) (?:\\w+ )?bells?`,
  },
  {
    prompt: "bell ringing",
    strength: 3,
    pattern: `bells? _(?:rang|ringing|chimed|chiming|pealed|tolled|tolling|jangled|sounded)|(?:peal|chime|ringing|clang) of (?:the |a )?(?:\\w+ )?bells?`,
  },
  {
    prompt: "small bell ringing",
    strength: 3,
    pattern: `(?:rang|pulled) the (?:\\w+ )?bell|bell _(?:tinkled|jingled)|tinkle of (?:the|a) (?:\\w+ )?bell`,
  },
  { prompt: "telephone ringing", strength: 3, pattern: `(?:telephone|phone) _(?:rang|ringing|shrilled)` },
  {
    prompt: "roll of thunder",
    strength: 3,
    pattern: `thunder _(?:rolled|rumbled|crashed|cracked|growled|boomed|muttered|pealed|rolling|rumbling)|(?:peal|clap|crack|roll|rumble|crash|growl)s? of thunder|it thundered`,
  },
  {
    prompt: "rain falling",
    strength: 3,
    ambience: true,
    pattern: `rain _(?:fell|falling|drummed|drumming|beat|beating|poured|pouring|lashed|lashing|pattered|pattering|hammered|hammering|streamed|pelted|whispered|hissed)|(?:patter|drumming|${SOUND}) of (?:the )?rain|it (?:rained|was raining|was pouring|began to (?:rain|pour))`,
  },
  {
    prompt: "wind howling",
    strength: 3,
    ambience: true,
    pattern: `(?:wind|gale) _(?:howled|howling|moaned|moaning|roared|roaring|whistled|whistling|screamed|shrieked|sighed|blew|rose|wailed|rattled|tore|shook)|gusts? of wind|howl(?:ing)? of the (?:wind|gale|storm)`,
  },
  {
    prompt: "storm raging",
    strength: 3,
    ambience: true,
    pattern: `(?:storm|tempest) _(?:raged|raging|howled|broke|roared|burst|beat)`,
  },
  {
    prompt: "sea waves breaking",
    strength: 3,
    ambience: true,
    pattern: `(?:waves?|surf|breakers) _(?:crashed|crashing|broke|breaking|beat|beating|rolled|lapped|lapping|washed|pounded|thundered|boomed)|(?:sea|ocean) _(?:roared|roaring|boomed|thundered|crashed|muttered)|(?:roar|sound|murmur|boom|wash) of the (?:\\w+ )?(?:sea|surf|waves|breakers|ocean|tide)`,
  },
  {
    prompt: "stream running",
    strength: 3,
    ambience: true,
    pattern: `(?:stream|brook|beck|burn|river|fountain) _(?:babbled|gurgled|murmured|rushed|splashed|babbling|gurgling|murmuring|rushing)|(?:murmur|babble|rush|${SOUND}) of the (?:\\w+ )?(?:stream|brook|river|water|fountain)`,
  },
  {
    prompt: "fire crackling",
    strength: 3,
    ambience: true,
    pattern: `(?:fire|logs?|flames?|hearth|embers) _(?:crackled|crackling|spat|spitting|roared|roaring|hissed|snapped)|crackl(?:e|ing) of (?:the|a) (?:\\w+ )?(?:fire|logs|flames)`,
  },
  {
    prompt: "fire crackling",
    strength: 1,
    ambience: true,
    pattern: `(?:lit|lighted|kindled) (?:a|the) (?:\\w+ )?fire|fire _(?:burned|burnt|blazed)`,
  },
  {
    prompt: "water dripping",
    strength: 3,
    ambience: true,
    pattern: `water _(?:dripped|dripping)|drip(?:ping)? of (?:the )?water`,
  },
  {
    prompt: "splash",
    strength: 3,
    pattern: `(?:with|was|heard|came) a (?:\\w+ )?splash|(?:fell|jumped|leapt|leaped|plunged|dived|slid) _into the (?:\\w+ )?(?:water|sea|river|lake|pool|harbour|canal|stream)`,
  },
  {
    prompt: "galloping hooves",
    strength: 3,
    pattern: `(?:galloped|galloping) (?:up|down|along|off|away|past|by|into|across|through|over|towards?|out)|hoofs? _(?:thundered|drummed|pounded)`,
  },
  {
    prompt: "horse hooves",
    strength: 3,
    pattern: `(?:clatter|beat|tramp|thud|trample|clop|clip-clop|${SOUND}) of (?:the |a )?(?:\\w+ )?(?:hoofs|hooves|hoofbeats|horses)|(?:hoofs|hooves|hoofbeats) _(?:rang|clattered|sounded|approached|struck|came)|(?:trotted|cantered) (?:up|down|along|off|away|past|by|into|across|through|over)`,
  },
  {
    prompt: "carriage passing on cobbles",
    strength: 3,
    pattern: `(?:carriage|coach|cart|waggon|wagon|cab|hansom|chaise|gig) _(?:rattled|rolled|drew up|drove up|drove off|drove away|drove past|rumbled|clattered|lumbered|jolted)|(?:rattle|rumble|grinding|crunch|${SOUND}) of (?:the )?(?:\\w+ )?wheels`,
  },
  {
    prompt: "train passing",
    strength: 3,
    pattern: `train _(?:rumbled|roared|steamed|thundered|pulled|drew|chuffed|puffed|rattled|clattered)`,
  },
  {
    prompt: "train whistle",
    strength: 3,
    pattern: `(?:engine|train|locomotive|steamer) _(?:whistled|whistle|shrieked)|(?:shriek|scream|blast) of (?:the|a) (?:\\w+ )?whistle`,
  },
  {
    prompt: "car engine",
    strength: 3,
    ambience: true,
    pattern: `(?:engine|motor) _(?:roared|started|coughed|hummed|throbbed|purred|idled|rumbled)|(?:${SOUND}|hum|throb|roar) of (?:the|a|an) (?:\\w+ )?(?:engine|motor)`,
  },
  {
    prompt: "footsteps",
    strength: 3,
    pattern: `(?:footsteps?|footfalls?|tread) _(?:approached|approaching|sounded|echoed|rang|came|coming|drew|descended|ascended|crossed|paused outside)|steps (?:\\w+ )?(?:approached|approaching|sounded|echoed|rang)|(?:hear|heard|hearing|${SOUND} of) (?:the |his |her |their |some |a )?(?:\\w+ )?(?:footsteps?|footfalls?|steps)`,
  },
  {
    prompt: "footsteps",
    strength: 1,
    pattern: `(?:walked|strode|tramped|paced|hurried|ran|climbed|crept|marched|hastened|stumped) _(?:up|down|across|along|over|through|out on) (?:the|to the) (?:\\w+ )?(?:stairs|staircase|hall|passage|corridor|gravel|street|deck|floor|snow|path|yard|bridge|pavement|shingle|beach|boards|steps)`,
  },
  {
    prompt: "crowd murmuring",
    strength: 3,
    ambience: true,
    pattern: `crowd _(?:murmured|muttered|hummed|stirred|surged|roared|shouted)|(?:murmur|hum|buzz|babble|roar|clamour) of (?:the |a )?(?:\\w+ )?(?:crowd|voices|people|company|market)`,
  },
  {
    prompt: "crowd cheering",
    strength: 3,
    pattern: `(?:crowd|people|men|audience|crew) _cheered|(?:burst|roar|storm) of cheer(?:s|ing)|cheers _(?:rang|rose|broke)`,
  },
  {
    prompt: "applause",
    strength: 3,
    pattern: `(?:burst|storm|round|thunder|ripple) of applause|applause _(?:broke|burst|rose|followed)|(?:audience|crowd|company|room) _(?:applauded|clapped)`,
  },
  {
    prompt: "gunshot",
    strength: 3,
    pattern: `shots? _(?:rang|echoed|sounded|cracked)|(?:report|crack) of (?:a|the|his|her) (?:\\w+ )?(?:gun|pistol|rifle|musket|shot)|(?:fired|discharged) (?:a shot|the (?:gun|pistol|rifle)|(?:his|her) (?:gun|pistol|rifle|musket|revolver))|pulled the trigger`,
  },
  {
    prompt: "explosion",
    strength: 3,
    pattern: `(?:explosion|blast) _(?:shook|rocked|tore|roared|followed|came)|(?:blew up|exploded) with|cannon _(?:boomed|roared|fired)|(?:boom|roar) of (?:the |a )?(?:cannon|guns)`,
  },
  {
    prompt: "glass shattering",
    strength: 3,
    pattern: `(?:glass|windows?|pane|bottle|mirror|vase|jug|lamp) _(?:shattered|smashed|broke|burst|crashed)|(?:crash|smash|tinkle|${SOUND}) of (?:breaking |broken |falling )?glass|(?:smashed|shattered|broke) the (?:\\w+ )?(?:window|glass|pane|mirror|bottle|lamp)`,
  },
  {
    prompt: "glasses clinking",
    strength: 3,
    pattern: `(?:clink|chink|clinking) of (?:the )?(?:\\w+ )?(?:glasses|cups|spoons|coins|money|china)|(?:clinked|touched) glasses`,
  },
  {
    prompt: "paper tearing",
    strength: 3,
    pattern: `(?:tore|ripped) (?:up |open )?(?:the|a|his|her) (?:\\w+ )?(?:letter|envelope|paper|page|note)`,
  },
  {
    prompt: "paper rustling",
    strength: 3,
    pattern: `(?:papers?|pages?|newspaper|letter) _rustled|rustl(?:e|ing) of (?:the )?(?:papers?|pages|parchment|newspaper)|unfolded (?:the|a|his|her) (?:\\w+ )?(?:letter|paper|newspaper|map)`,
  },
  {
    prompt: "swords clashing",
    strength: 3,
    pattern: `(?:swords?|blades?|steel) _(?:clashed|rang|clanged)|clash of (?:swords|steel|arms|blades)`,
  },
  {
    prompt: "metal clang",
    strength: 3,
    pattern: `(?:with|was|heard) a (?:\\w+ )?(?:clang|clank)|(?:clang|clank|ring) of (?:the |a )?(?:\\w+ )?(?:hammer|anvil|iron|metal|chain)|(?:hammer|anvil|chains?) _(?:clanged|clanked|rang)`,
  },
  {
    prompt: "whoosh",
    strength: 3,
    pattern: `(?:arrow|spear|bullet|blade|sword|stone|axe) _(?:whistled|hissed|whizzed|flew|sang) (?:past|by|through|over)`,
  },
  {
    prompt: "birds singing",
    strength: 3,
    ambience: true,
    pattern: `(?:birds?|larks?|thrush|thrushes|blackbirds?|robin|sparrows?|nightingale) _(?:sang|singing|chirped|chirping|twittered|twittering|warbled|trilled)|birdsong|song of (?:the|a) (?:birds?|lark|thrush|nightingale|blackbird)`,
  },
  {
    prompt: "seagulls crying",
    strength: 3,
    ambience: true,
    pattern: `(?:gulls?|seagulls?) _(?:cried|crying|screamed|screaming|called|calling|mewed|shrieked|wailed)|(?:cry|cries|scream|screams) of (?:the |a )?(?:sea)?gulls?`,
  },
  { prompt: "owl hooting", strength: 3, pattern: `owl _(?:hooted|hooting|called|cried)|hoot of an owl` },
  {
    prompt: "crickets chirping",
    strength: 3,
    ambience: true,
    pattern: `(?:crickets?|cicadas?|grasshoppers?) _(?:chirped|chirping|sang|singing|shrilled)`,
  },
  {
    prompt: "heartbeat",
    strength: 3,
    pattern: `(?:beat|beating|thud|thudding|pounding) of (?:his|her|my|their) (?:own )?heart|heart _(?:pounded|pounding|thudded|hammered|thumped)`,
  },
];

/** What stands before a sound that is not there: it is denied, compared, supposed, remembered or usual. */
export const NOT_HEARD =
  /\b(?:no|not|never|without|neither|nor|nobody|nothing|hardly|scarcely|barely|cannot|like|as if|as though|than|if|unless|would|could|might|should|may|can|must|will|shall|used to|always|often|usually|sometimes|seldom|every (?:day|night|morning|evening|time)|whenever|dream(?:ed|t)? of|remember(?:ed)?|imagin(?:e|ed|ing)|thought of|wait(?:ed|ing)? for|expect(?:ed|ing)?|had)\b|n['’]t\b/;

/** Words of the sentence that go into the prompt, and what is asked for then. */
export const CUE_MANNERS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:distant|far off|far away|far-off|in the distance|from afar|miles? away|faint|faintly)\b/, "distant"],
  [/\b(?:heavy|heavily|violent(?:ly)?|fierce(?:ly)?|furious(?:ly)?|torrents?)\b/, "heavy"],
  [/\b(?:soft|softly|gentle|gently|light|lightly|quiet|quietly|low)\b/, "soft"],
  [/\b(?:loud|loudly|thunderous|deafening)\b/, "loud"],
  [/\b(?:slow|slowly|weary|wearily)\b/, "slow"],
  [/\b(?:quick|quickly|hurried|hurriedly|running|ran|hasty|hastily|fast|rapid|rapidly)\b/, "quick"],
];

/** Where steps are taken, when the sentence says so. */
export const CUE_GROUNDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:gravel|shingle|pebbles)\b/, "on gravel"],
  [/\bsnow\b/, "on snow"],
  [/\b(?:grass|leaves|lawn)\b/, "on grass"],
  [/\b(?:sand|beach)\b/, "on sand"],
  [/\b(?:mud|puddles?|wet)\b/, "on mud"],
  [/\b(?:street|pavement|cobbles|cobblestones|flags|flagstones|stone|courtyard|yard|bridge)\b/, "on stone"],
  [/\b(?:carpet|rug)\b/, "on carpet"],
  [/\b(?:path|road|lane|earth)\b/, "on earth"],
];
