// How speakers name themselves: "I'm Detective Kowalski", "Hey, it's Theo". Words in small letters as the tokens have them: French
// elisions are separate words, and "it's" is "it".

export interface Introductions {
  /** The name directly behind these words is the speaker's. */
  readonly clear: readonly string[];
  /** It is the speaker's on the telephone and after a greeting; otherwise the speaker points at another person. */
  readonly weak: readonly string[];
  /** Articles that may stand before the name. */
  readonly articles: readonly string[];
  readonly greetings: ReadonlySet<string>;
}

const of = (clear: string, weak: string, articles: string, greetings: string): Introductions => ({
  clear: clear.split("|"),
  weak: weak.split("|").filter((one) => one !== ""),
  articles: articles.split(" ").filter((one) => one !== ""),
  greetings: new Set(greetings.split(" ")),
});

export const INTRODUCTIONS: ReadonlyMap<string, Introductions> = new Map([
  [
    "en",
    of(
      "i'm|i am|my name is|my name|call me|they call me",
      "it|it is|this is|it me ,",
      "",
      "hi hey hello hallo hullo morning evening afternoon",
    ),
  ],
  [
    "de",
    of(
      "ich bin|ich heiße|mein name ist|nennen sie mich|nenn mich|ich bin's ,|hier spricht",
      "hier ist|hier|das ist|ich bins ,",
      "der die",
      "hallo hi guten tag grüß servus moin ja",
    ),
  ],
  [
    "fr",
    of(
      "je suis|je m appelle|mon nom est|appelez moi|appelle moi|moi c est|moi , c est|je me nomme",
      "c est|ici",
      "le la l",
      "allô allo bonjour bonsoir salut oui",
    ),
  ],
  [
    "es",
    of("soy|me llamo|mi nombre es|me llaman|yo soy|le habla|habla", "es", "el la", "hola diga oiga buenas buenos sí"),
  ],
  [
    "it",
    of(
      "sono|mi chiamo|il mio nome è|mi chiamano|io sono|parla",
      "è|qui",
      "il lo la",
      "pronto ciao salve buongiorno buonasera sì",
    ),
  ],
  [
    "pt",
    of(
      "sou|me chamo|chamo-me|meu nome é|o meu nome é|eu sou|aqui é|aqui fala|fala",
      "é",
      "o a",
      "alô olá oi estou sim bom boa",
    ),
  ],
  [
    "pl",
    of(
      "jestem|nazywam się|mam na imię|na imię mi|z tej strony|mówi",
      "tu|to|to ja ,",
      "",
      "halo cześć dzień dobry hej słucham",
    ),
  ],
  [
    "ru",
    of(
      "меня зовут|моё имя|мое имя|моя фамилия|я —|я -|я –|говорит|зовите меня",
      "это|это я ,",
      "",
      "алло алё привет здравствуйте здравствуй да слушаю",
    ),
  ],
  [
    "nl",
    of(
      "ik ben|ik heet|mijn naam is|noem me|noem mij|u spreekt met|je spreekt met",
      "met|dit is|het is|hier is",
      "de",
      "hallo hoi hé dag goedemorgen goedenavond ja",
    ),
  ],
  [
    "el",
    of(
      "είμαι|με λένε|με φωνάζουν|το όνομά μου είναι|ονομάζομαι|λέγομαι",
      "εδώ|είναι",
      "ο η τον την",
      "εμπρός ναι γεια καλημέρα καλησπέρα παρακαλώ",
    ),
  ],
  ["sv", of("jag är|jag heter|mitt namn är|kalla mig|mitt namn", "det är|det här är", "", "hallå hej god goddag ja")],
]);

/** Questions for a name, in the small words of a line with one space between all tokens: the answer begins with it. */
export const NAME_ASKED: ReadonlyMap<string, RegExp> = new Map([
  ["en", /(?:^| )(?:who are you|who (?:is )?there|your name|are you called|do they call you)(?: |$)/u],
  [
    "de",
    /(?:^| )(?:wer (?:bist|sind)|wie hei(?:ß|ss)t? (?:du|sie|ihr)|wie heißen|(?:dein|ihr|deinen|ihren) name\p{L}*)(?: |$)/u,
  ],
  ["fr", /(?:^| )(?:qui (?:êtes|es)|(?:ton|votre) nom|(?:t|vous) appel\p{L}+)(?: |$)/u],
  ["es", /(?:^| )(?:quién (?:eres|es usted)|(?:tu|su) nombre|(?:te|se) llamas?)(?: |$)/u],
  ["it", /(?:^| )(?:chi (?:sei|siete)|(?:tuo|suo) nome|(?:ti|si) chiam[ai])(?: |$)/u],
  ["pt", /(?:^| )(?:quem és|(?:teu|seu) nome|(?:te|se) chamas?|chamas-te)(?: |$)/u],
  ["nl", /(?:^| )(?:wie (?:ben|bent)|(?:je|jouw|uw) naam|heet (?:je|u|jij))(?: |$)/u],
  ["sv", /(?:^| )(?:vem är (?:du|ni)|(?:ditt|ert) namn|heter (?:du|ni))(?: |$)/u],
]);

/** Words for a telephone in the narration before a line. */
export const TELEPHONE =
  /^(?:tele)?(?:phone|phoned|receiver|mobile|rang|telefon\p{L}*|handy|hörer|hörn|klingelte|téléphon\p{L}*|combiné|sonna|móvil|auricular|sonó|squillò|cornetta|cellulare|telemóvel|celular|tocou|zadzwoni\p{L}*|słuchawk\p{L}*|komórk\p{L}*|телефон\p{L}*|трубк\p{L}*|зазвони\p{L}*|позвони\p{L}*|τηλέφων\p{L}*|ακουστικό|κινητό|telefoon|gsm|hoorn|telefonen|lur|luren|ringde)$/u;
