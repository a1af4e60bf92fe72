// Builds the patterns of English sound cues: verb forms, and a thing together with its verb.

/** Verbs whose forms do not follow the rules: [past forms, present participle, third person]. */
const IRREGULAR: { readonly [base: string]: readonly [string, string, string] } = {
  beat: ["beat|beats?", "beating", "beats"],
  begin: ["began", "beginning", "begins"],
  blow: ["blew", "blowing", "blows"],
  break: ["broke", "breaking", "breaks"],
  burst: ["burst", "bursting", "bursts"],
  chug: ["chugged", "chugging", "chugs"],
  clap: ["clapped", "clapping", "claps"],
  come: ["came", "coming", "comes"],
  cry: ["cried", "crying", "cries"],
  draw: ["drew", "drawing", "draws"],
  drip: ["dripped", "dripping", "drips"],
  drive: ["drove", "driving", "drives"],
  drum: ["drummed", "drumming", "drums"],
  fall: ["fell", "falling", "falls"],
  fly: ["flew", "flying", "flies"],
  go: ["went", "going", "goes"],
  grind: ["ground", "grinding", "grinds"],
  hum: ["hummed", "humming", "hums"],
  lap: ["lapped", "lapping", "laps"],
  pat: ["patted", "patting", "pats"],
  purr: ["purred", "purring", "purrs"],
  rap: ["rapped", "rapping", "raps"],
  ring: ["rang|rung", "ringing", "rings"],
  rise: ["rose", "rising", "rises"],
  run: ["ran", "running", "runs"],
  shake: ["shook", "shaking", "shakes"],
  sing: ["sang", "singing", "sings"],
  slam: ["slammed", "slamming", "slams"],
  snap: ["snapped", "snapping", "snaps"],
  spit: ["spat", "spitting", "spits"],
  strike: ["struck", "striking", "strikes"],
  sweep: ["swept", "sweeping", "sweeps"],
  swing: ["swung", "swinging", "swings"],
  tap: ["tapped", "tapping", "taps"],
  tear: ["tore", "tearing", "tears"],
  throb: ["throbbed", "throbbing", "throbs"],
  thud: ["thudded", "thudding", "thuds"],
  yap: ["yapped", "yapping", "yaps"],
};

function formsOf(base: string): readonly [string, string, string] {
  const irregular = IRREGULAR[base];
  if (irregular !== undefined) return irregular;
  if (base.endsWith("e")) return [`${base}d`, `${base.slice(0, -1)}ing`, `${base}s`];
  return [`${base}ed`, `${base}ing`, /(?:s|sh|ch|x|z)$/.test(base) ? `${base}es` : `${base}s`];
}

/** Every finite form and participle of the verbs (bases separated by spaces), also after "began to". */
export function doing(bases: string): string {
  const verbs = bases.split(" ");
  const forms = verbs.flatMap((base) => formsOf(base)).join("|");
  const starting = `(?:began|begins|begun|started|starts|continued|kept on|went on) (?:to (?:${verbs.join("|")})|(?:${verbs
    .map((base) => formsOf(base)[1])
    .join("|")}))`;
  return `(?:${starting}|${forms})\\b`;
}

/** A thing and its verb, also as a perception: "the bell rang", "heard the bell ring". */
export function acts(thing: string, bases: string): string {
  return `${thing} _${doing(bases)}|(?<=\\b(?:hear|heard|hears|hearing) (?:[\\w'’-]+ ){1,3})${thing} (?:${bases.replaceAll(" ", "|")})\\b`;
}

/** "the ticking of the old clock", "a sound of bells": of the given noises, or of any sound. */
export function soundOf(noises: string, thing: string): string {
  return noiseOf(`sounds?|noises?|${noises}`, thing);
}

/** "the ticking of the old clock": only of the given noises. */
export function noiseOf(noises: string, thing: string): string {
  return `(?:${noises}) of (?:the |a |an |his |her |their |its |some )?(?:(?!(?:every|each|any|no)\\b)\\w+ ){0,2}${thing}\\b`;
}
