// Abbreviations of English prose and their spoken forms. They are written out because the full stop of an abbreviation must not
// sound like the end of a sentence.

export interface Abbreviation {
  readonly say: string;
  /**
   * Where it is one at all: `always`; `number` only before a number; `name` only before a capital;
   * `end` may also end a sentence, then the full stop stays.
   */
  readonly where: "always" | "number" | "name" | "end";
}

function table(entries: Readonly<Record<Abbreviation["where"], Readonly<Record<string, string>>>>) {
  const map = new Map<string, Abbreviation>();
  for (const where of ["always", "number", "name", "end"] as const) {
    for (const [short, say] of Object.entries(entries[where])) map.set(short, { say, where });
  }
  return map;
}

/** By lowercase form without the last full stop. */
export const ABBREVIATIONS: ReadonlyMap<string, Abbreviation> = table({
  always: {
    mr: "Mister",
    mrs: "Missus",
    messrs: "Messieurs",
    mme: "Madame",
    mlle: "Mademoiselle",
    dr: "Doctor",
    prof: "Professor",
    rev: "Reverend",
    revd: "Reverend",
    lieut: "Lieutenant",
    lt: "Lieutenant",
    capt: "Captain",
    sergt: "Sergeant",
    sgt: "Sergeant",
    viz: "namely",
    vs: "versus",
    "e.g": "for example",
    "i.e": "that is",
    approx: "approximately",
  },
  number: {
    no: "Number",
    nos: "Numbers",
    vol: "volume",
    vols: "volumes",
    p: "page",
    pp: "pages",
    ch: "chapter",
    chap: "chapter",
    c: "circa",
    b: "born",
    d: "died",
    fig: "figure",
    figs: "figures",
    jan: "January",
    feb: "February",
    mar: "March",
    apr: "April",
    aug: "August",
    sept: "September",
    sep: "September",
    oct: "October",
    nov: "November",
    dec: "December",
  },
  name: {
    ms: "Miz",
    st: "Saint",
    mt: "Mount",
    col: "Colonel",
    gen: "General",
    maj: "Major",
    adm: "Admiral",
    gov: "Governor",
    sen: "Senator",
    hon: "Honourable",
    supt: "Superintendent",
    insp: "Inspector",
    cpl: "Corporal",
    pvt: "Private",
    ft: "Fort",
    fr: "Father",
    br: "Brother",
    cf: "compare",
  },
  end: {
    esq: "Esquire",
    jr: "Junior",
    jun: "Junior",
    sr: "Senior",
    etc: "etcetera",
    co: "Company",
    inc: "Incorporated",
    ltd: "Limited",
    bros: "Brothers",
    dept: "Department",
    ave: "Avenue",
    rd: "Road",
  },
});

/** Abbreviations that are only ones when written with a capital ("No. 5", "Col. Brandon"; not "no. Then", "rd."). */
export const CAPITAL_ONLY: ReadonlySet<string> = new Set(
  "col gen maj st mt ft fr br hon gov sen co inc ltd bros ave rd jun sr jr lt mar dec".split(" "),
);

/** Letters that are abbreviations only in small letters and before a year: "c. 1755", "d. 1801". */
export const BEFORE_YEARS: ReadonlySet<string> = new Set(["b", "c", "d"]);

/** Words with their first letters left out; the apostrophe belongs to them and is no quotation mark. */
export const ELISIONS: ReadonlySet<string> = new Set(
  "tis twas twere twill twould tisn twasn em cause til till bout round neath gainst mongst cept spose nuff im er ere ave alf ead ow e n".split(
    " ",
  ),
);

/** Nouns before a number: "Chapter XIV" is "Chapter fourteen". */
export const NUMBERED: ReadonlySet<string> = new Set(
  "chapter chap book part volume vol act scene section canto stave letter tome episode article appendix plate number no lesson stanza psalm verse stage phase mark type class war".split(
    " ",
  ),
);

/** Names with ordinals: "Henry VIII" is "Henry the eighth". */
export const REGNAL_NAMES: ReadonlySet<string> = new Set(
  "henry louis george edward william charles james richard elizabeth mary pius philip napoleon francis frederick catherine leopold alexander nicholas ferdinand john paul gregory leo innocent clement benedict urban peter otto joseph ivan rudolf wilhelm friedrich karl christian gustav ramses ptolemy darius xerxes cleopatra robert david malcolm boniface sixtus victor umberto isabella alfonso".split(
    " ",
  ),
);

/** Capitals that stand for letters and must stay, though they could be read as words. */
export const ACRONYMS: ReadonlySet<string> = new Set(
  "usa uk us eu un tv dna rna id ok pc cd dvd it's fbi cia nsa irs bbc abc nbc cbs cnn ibm hiv aids sos raf usaf uss hms rms nyc dc pm am ad bc bce ce ceo cfo phd md ba ma iq io ai ui ui gps atm suv ufo vip pow mia awol diy faq asap rip".split(
    " ",
  ),
);

/** Short words that are read as words even when shouted; other capitals of two or three letters are left to the engine. */
export const SHORT_WORDS: ReadonlySet<string> = new Set(
  "ah all am an and any are as ask at ate bad be bed big boy but by can cry cut dad day did die do dog don don't eat eh end far for get go god got had has he her hey him his how if in is it its joy key kid kill lad law let lie lot low mad man may me men mob mom mum my new no nor not now of off oh old on one or our out own pay pet pig put ran red run sad say see she shy sin sir sit six sky so son sun ten the tie to too try two up use war was way we wet who why win wit won ye yes yet you".split(
    " ",
  ),
);
