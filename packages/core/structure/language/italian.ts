// Italian: words for naming people and for introducing speech.

import { FEMALE_IT, MALE_IT } from "./generated/names.ts";
import { PEOPLE_IT } from "./generated/people.ts";
import { languageOfLists } from "./word-lists.ts";

export const ITALIAN = languageOfLists({
  code: "it",
  ownLetters: /[ìò]|zz|gli/u,
  groups: {
    alone: "tutti tutte entrambi",
    nouns:
      "folla gente bambini uomini donne soldati ragazzi ragazze invitati spettatori alunni contadini marinai popolo fratelli sorelle",
  },
  impliedSubject: { female: null, first: /^(?:dissi|risposi|chiesi|\p{Ll}+[aei]i)$/u },
  dash: {
    closing: "spaced",
    commas: true,
    narrationVerbs: /^\p{Ll}+(?:ò|ì|ava|avano|eva|evano|iva|ivano|arono|erono|irono|ette|disse|chiese|rispose|fece)$/u,
    persons:
      "io mi me mio mia miei mie tu ti te tuo tua voi vi vostro vostra noi ci nostro nostra sì no signore signora",
    narrates: "allora poi e",
  },
  functionWords: `il lo la i gli le un uno una e ed o ma se che chi cui non di del della dei delle da dal dalla a al alla ai in nel
    nella con su sul per tra fra è era erano sono essere ha aveva avevano ho si mi ti ci vi ne lui lei loro io tu noi voi suo
    sua mio mia tuo questo questa quello quella come quando dove perché più anche già ancora molto tutto poi sì no`,
  notNames:
    "dopo poi allora adesso ora ieri oggi domani nessuno qualcuno dio sì no ah oh lunedì martedì mercoledì giovedì venerdì sabato domenica roma italia",
  speechVerbs: `disse dice dissi dissero diceva rispose risponde risposi chiese chiede chiesi domandò domanda esclamò gridò grida
    mormorò mormora sussurrò sussurra aggiunse aggiunge replicò ribatté soggiunse urlò bisbigliò balbettò continuò riprese
    ripeté spiegò osservò ordinò supplicò pensò ammise confessò annunciò dichiarò insisté protestò sospirò rise concluse
    interruppe commentò borbottò brontolò pregò propose fece
    cominciò iniziò intervenne ribadì obiettò promise giurò salutò gemette singhiozzò balbettò ansimò annuì ruggì strillò sbottò
    ironizzò avvertì ammonì suggerì consigliò ricordò informò assicurò volle
    esclama ripete osserva spiega sospira ordina propone comincia interrompe ride ringhia ruggisce protesta saluta mente
    mentì singhiozza balbetta scherza insiste insistette corregge corresse ammette confessa chiama chiamò`,
  titles: {
    male: "signor signore sig don padre zio re conte capitano fra dottor",
    female: "signora signorina donna madre zia regina contessa suor dottoressa",
    either: "dottore professore professor",
  },
  roles: {
    male: `papà babbo gigante uomo ragazzo giovane padre figlio fratello zio nonno marito vecchio re principe medico dottore prete soldato mugnaio
      pescatore maestro bambino capitano guardiano oste cameriere giudice avvocato sergente cocchiere servo mozzo marinaio pastore
      ladro poliziotto commissario ispettore vicino padrone capo postino fornaio calzolaio`,
    female: `mamma donna ragazza giovane madre figlia sorella zia nonna moglie vecchia regina principessa serva mugnaia maestra bambina
      fornaia ostessa cameriera vicina vedova suora padrona strega infermiera`,
  },
  givenNames: {
    male: "giovanni giuseppe antonio mario luigi francesco pietro paolo marco carlo luca andrea matteo lorenzo stefano renzo simone enrico emilio giorgio roberto alberto gabriele tommaso",
    female:
      "maria anna lucia giulia francesca elena laura rosa teresa caterina chiara paola sofia agnese giovanna agata elena marta beatrice silvia lucia",
  },
  general: { people: PEOPLE_IT, male: MALE_IT, female: FEMALE_IT },
  kin: "mamma papà babbo nonna nonno",
  articles: { male: "il lo un uno del dello al allo quel quello", female: "la una alla della quella" },
  manners: /(?:ando|endo|mente)$/u,
  acts: `sorrise annuì sospirò guardò tirò alzò sedette strinse tossì scosse posò abbassò prese sputò avvicinò chinò inghiottì
    rise voltò girò fermò tolse asciugò aggrottò mangiava mangiò bevve beveva dormiva aspettava attese ascoltò ascoltava
    osservò fissò camminò corse entrò uscì scese salì indietreggiò avanzò inginocchiò afferrò tese diede teneva lanciò aprì
    chiuse accese spense lesse leggeva scrisse scriveva contò contava lavorava sbadigliò pianse piangeva arrossì impallidì
    esitò tacque bussò salutò versò riempì grattò obbedì tremò continuò raccolse guarda alza siede annuisce scuote prende
    entra esce apre chiude legge scrive aspetta piange affaccia agita`,
  pronouns: { he: "lui egli", she: "lei ella", they: "loro essi", i: "io" },
  determiners: "il lo la i gli le l un uno una questo questa quello quella quel",
  possessives: "suo sua mio mia tuo tua",
  prepositions: "di del della da dal dalla a al alla in nel nella con su sul per tra fra verso sotto sopra",
  nameParticles: "di de del della da",
  relatives: "che cui",
  continuers: "e ed ma poi quando mentre allora",
  between: "sapere infine finalmente gli le mi ti ci si lo la allora poi infine piano subito ancora ha aveva",
  elisions: "l d un dell all nell c s quest",
});
