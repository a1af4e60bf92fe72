// Swedish: words for naming people and for introducing speech.

import { FEMALE_SV, MALE_SV } from "./generated/names.ts";
import { PEOPLE_SV } from "./generated/people.ts";
import { languageOfLists } from "./word-lists.ts";

/** "vakt", "vakten": narration has its nouns in the definite form. */
function definite(words: string): string {
  const all = words.trim().split(/\s+/u);
  return [
    ...all,
    ...all.map((word) =>
      /[aeioåäö]$/u.test(word) ? `${word}n` : /(?:ar|er|or|el)$/u.test(word) ? `${word}n` : `${word}en`,
    ),
  ].join(" ");
}

export const SWEDISH = languageOfLists({
  code: "sv",
  ownLetters: /[åäö]/u,
  groups: {
    alone: "alla båda",
    nouns:
      "folkmassan folket barnen männen kvinnorna soldaterna pojkarna flickorna gästerna åskådarna eleverna bönderna sjömännen bröderna systrarna",
  },
  bareNouns: true,
  dash: {
    commas: true,
    narrationVerbs:
      /^\p{Ll}*(?:ade|rde|lde|nde|jde|gde|vde|mde|mmde|nkte|kte|pte|ste|ckte|ppte|ttade|gick|log|pep|skrek|röt|bad|ljög|sa|sade|satte|lade|drog|tog|såg|stod|sprang|kom)$/u,
    narratedInside:
      /^\p{L}+ (?:\p{Ll}+(?:ade|ckte|ppte|nkte|jde)|gick|log|satte|lade|drog|tog|såg|stod|reste|vände|nickade|ryckte|suckade)$/u,
    persons: "jag mig min mitt mina du dig din ditt dina ni er ert era vi oss vår vårt våra ja nej",
    narrates: "då sedan så den det de",
  },
  functionWords: `och i att det som en på är av för med till den har de inte om ett han men var jag sig från vi så kan man när hade hon
    ska skulle där ut upp nu vid ju bara då över än också eller efter sin sitt mot in under utan hans hennes henne honom dem detta
    mig dig du ni blev vad här någon något ingen inget`,
  notNames: `gud himmel ja nej ack måndag tisdag onsdag torsdag fredag lördag söndag sverige stockholm där nere uppe ute inne
    till slut äntligen plötsligt sedan då efteråt under tiden idag igår imorgon senare ibland ofta långsamt tyst snabbt
    ingen någon allt något inget båda två tre fyra nu aldrig ändå därför genast`,
  speechVerbs: `sa sade säger sagt frågade frågar svarade svarar ropade ropar skrek skriker viskade viskar mumlade mumlar muttrade
    muttrar menade menar utbrast utropade fortsatte fortsätter tillade lade började avbröt upprepade förklarade förklarar
    påpekade anmärkte genmälde inföll undrade undrar bad ber befallde suckade suckar skrattade skrattar fnissade stönade morrade
    väste stammade snyftade log nickade föreslog medgav erkände lovade varnade hotade tänkte konstaterade hälsade beordrade
    röt vrålade gnällde kved flämtade protesterade invände lyder
    ljuger ljög hälsar befaller grymtar grymtade anmärker vrålar morrar väser stammar snyftar jämrar jämrade protesterar
    upprepar avbryter börjar`,
  titles: {
    male: "herr greve baron kung prins farbror morbror fader broder mäster pastor kapten löjtnant",
    female: "fru fröken grevinna drottning prinsessa tant faster moster moder syster",
    either: "doktor dr professor prof",
  },
  roles: {
    male: `mannen pojken gubben fadern pappan sonen brodern farfar morfar maken kungen prinsen läkaren doktorn prästen soldaten
      mjölnaren fiskaren läraren vakten kaptenen löjtnanten sjömannen köpmannen värden kusken drängen betjänten domaren polisen
      grannen chefen herden tjuven smeden bagaren skeppspojken gossen ynglingen gamlingen pappa far`,
    female: `kvinnan flickan gumman modern mamman dottern systern farmor mormor hustrun drottningen prinsessan pigan lärarinnan
      värdinnan änkan kokerskan bagerskan sköterskan häxan fröken mamma mor`,
    either: "barnet",
  },
  givenNames: {
    male: `erik karl lars anders johan per nils olof gustav sven gunnar petter simon emil henrik markus lukas pål bengt göran
      fredrik axel oskar mats jonas`,
    female: `anna maria karin eva birgitta kristina elin klara johanna agata lucia helena ingrid astrid linnéa sofia britta greta
      märta kerstin lisa ebba selma`,
  },
  general: { people: definite(PEOPLE_SV), male: MALE_SV, female: FEMALE_SV },
  kin: "mamma pappa mormor morfar farmor farfar mor far",
  acts: `log nickade suckade flinade ryckte satte vände skakade rynkade såg teg skrattade harklade tog drog steg lutade böjde
    lade gned svalde tände tittade reste satt stod gick sprang kom lyfte sänkte gav höll kastade öppnade stängde drack åt
    sov väntade lyssnade läste skrev räknade arbetade hostade gäspade grät rodnade tvekade tystnade vinkade klappade
    knackade bockade rörde ställde sköt tvättade torkade kliade fortsatte tänder tittar ler nickar suckar skakar sätter
    sitter står går kommer vänder böjer lutar lyfter tar håller öppnar stänger dricker äter sover väntar lyssnar läser
    skriver vinkar`,
  pronouns: { he: "han", she: "hon", they: "de vi", i: "jag" },
  determiners: "den det de en ett",
  possessives: "hans hennes sin min din deras",
  prepositions: "i på av för med till om från vid över efter mot under utan hos genom mellan åt",
  nameParticles: "av von de",
  relatives: "som",
  continuers: "och men då när medan sedan",
  between: "då nu sedan till slut äntligen plötsligt tyst lågt högt åter också genast honom henne dem mig hade har",
});
