// Sounds of people, animals, instruments and small things.

import type { CuePattern } from "./cue-pattern.ts";
import { DOG, FRAGILE, GLASS } from "./english-sound-things.ts";
import { acts, doing, soundOf } from "./english-sound-words.ts";

export const PEOPLE_AND_THING_CUES: readonly CuePattern[] = [
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
