// Dutch: words for naming people and for introducing speech.

import { FEMALE_NL, MALE_NL } from "./generated/names.ts";
import { PEOPLE_NL } from "./generated/people.ts";
import { languageOfLists } from "./word-lists.ts";

export const DUTCH = languageOfLists({
  code: "nl",
  ownLetters: /ij|oe|aa/u,
  groups: {
    alone: "allemaal allen iedereen beiden",
    nouns:
      "menigte mensen kinderen mannen vrouwen soldaten jongens meisjes gasten toeschouwers leerlingen boeren matrozen volk broers zussen",
  },
  dash: {
    commas: true,
    narrationVerbs: /^\p{Ll}{3,}(?:de|te|den|ten)$/u,
    persons: "ik mij me mijn jij je jou jouw u uw wij we ons onze ja nee",
  },
  functionWords: `de het een en of maar als dat die dit deze is was waren zijn ben heeft had hadden hebben niet geen zich hij zij ze
    het ik je jij u wij we jullie hem haar hun mijn jouw op uit bij met naar van voor tot te in aan over onder door tegen
    zonder om ook nog maar al zo hoe wat wie waar daar dan toch want omdat nu weer zeer meer altijd hier er ja nee`,
  notNames: `daarna toen nu dan gisteren morgen niemand iemand god hemel ja nee ach maandag dinsdag woensdag donderdag vrijdag zaterdag zondag nederland amsterdam beneden boven
    buiten binnen achter voor ten tenslotte slotte eindelijk plotseling opeens toen dan daarna daarop intussen vandaag
    gisteren morgen later soms vaak langzaam zachtjes snel niemand iemand alles iets niets beide beiden twee drie vier
    nu nooit toch daarom meteen ineens uiteindelijk`,
  speechVerbs: `zei zegt zeiden zeg sprak vroeg vraagt vroegen antwoordde antwoordt riep roept schreeuwde fluisterde fluistert
    mompelde mompelt meinde vond hernam hervatte herhaalde vervolgde voegde verklaarde merkte zuchtte lachte kreunde bromde
    siste stamelde stotterde gilde brulde snikte beval smeekte waarschuwde dreigde mopperde grinnikte dacht besloot riepen vroegen schreeuwden antwoordden begon stelde schreef beaamde knikte glimlachte grijnsde fluisterden snauwde blafte krijste huilde
    jammerde kreet schaterde giechelde hijgde zong beloofde bekende gaf wierp drong bulderde kuchte bevestigde opperde raadde
    schreeuwt voegt herhaalt merkt legt zucht smeekt beveelt stelt begint lacht bromt gromt brult protesteert groet liegt
    loog snikt stamelt sist`,
  titles: {
    male: "meneer mijnheer heer dhr graaf baron koning prins oom vader broer meester dominee kapitein",
    female: "mevrouw mevr juffrouw gravin barones koningin prinses tante moeder zuster",
    either: "dokter dr professor",
  },
  roles: {
    male: `papa pap man jongen vader zoon broer oom grootvader opa boer molenaar koning prins soldaat visser meester wachter kapitein dokter
      scheepsjongen matroos koopman koetsier knecht bediende rechter advocaat agent inspecteur buurman baas herder dief smid bakker
      slager postbode kok tovenaar reus dwerg wolf vos beer`,
    female: `mam vrouw meisje moeder mama dochter zus tante grootmoeder oma boerin koningin prinses meid juf lerares kokkin buurvrouw weduwe
      heks fee non verpleegster bakkersvrouw dame`,
    either: "kind",
  },
  givenNames: {
    male: "jan piet pieter klaas kees hendrik willem joris daan sem bram dirk gerrit johannes thijs tom paul lucas simon mark emiel hendrik",
    female:
      "anna maria saskia sanne emma julia grietje trijntje neeltje johanna elisabeth femke lotte eva klara agaat helena lucie",
  },
  general: { people: PEOPLE_NL, male: MALE_NL, female: FEMALE_NL },
  kin: "mama papa oma opa mam pap moeder vader",
  manners: /(?:end|ing)$/u,
  acts: `glimlachte knikte zuchtte grijnsde haalde draaide schudde fronste keek zweeg lachte kuchte pakte trok stapte ging boog
    legde wreef slikte leunde at dronk sliep wachtte luisterde staarde gluurde zat stond liep rende kwam bukte hief tilde
    nam gaf hield gooide opende sloot schonk stak blies las schreef telde werkte hoestte gaapte huilde bloosde aarzelde
    zwaaide klapte klopte verroerde zette duwde veegde krabde kijkt zit staat loopt komt gaat draait buigt leunt pakt neemt
    houdt opent sluit schenkt leest schrijft zwaait klapt knikt schudt glimlacht zucht zwijgt wacht hangt`,
  pronouns: { he: "hij", she: "zij ze", i: "ik" },
  determiners: "de het een die dat deze dit",
  possessives: "zijn haar mijn jouw hun onze ons",
  prepositions: "op uit bij met naar van voor tot te in aan over onder door tegen zonder om tussen achter",
  nameParticles: "van de der den ter ten het",
  relatives: "die dat wie",
  continuers: "en maar toen dan terwijl want",
  between: "toen dan nu eindelijk plotseling zacht zachtjes luid nog ook weer hem haar hen mij ons had heeft",
});
