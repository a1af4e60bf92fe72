// English words around a sound for its manner, and for the ground under footsteps.

/** Words of the sentence, and the words that they add to the prompt. */
export const CUE_MANNERS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:distant|far off|far away|far-off|in the distance|from afar|miles? away|faint|faintly)\b/, "distant"],
  [/\b(?:heavy|heavily|violent(?:ly)?|fierce(?:ly)?|furious(?:ly)?|torrents?)\b/, "heavy"],
  [/\b(?:soft|softly|gentle|gently|light|lightly|quiet|quietly|low)\b/, "soft"],
  [/\b(?:loud|loudly|thunderous|deafening)\b/, "loud"],
  [/\b(?:slow|slowly|weary|wearily)\b/, "slow"],
  [/\b(?:quick|quickly|hurried|hurriedly|running|ran|hasty|hastily|fast|rapid|rapidly)\b/, "quick"],
];

/** The ground under footsteps, when the sentence names it. */
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
