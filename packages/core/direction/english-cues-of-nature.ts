// Sounds of weather, water and fire.

import type { CuePattern } from "./cue-pattern.ts";
import { acts, soundOf } from "./english-sound-words.ts";

export const NATURE_CUES: readonly CuePattern[] = [
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
];
