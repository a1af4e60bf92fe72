// Dutch: the words by which people are called and by which their speech is introduced.

import { languageOfLists } from "./word-lists.ts";

export const DUTCH = languageOfLists({
  code: "nl",
  functionWords: `de het een en of maar als dat die dit deze is was waren zijn ben heeft had hadden hebben niet geen zich hij zij ze
    het ik je jij u wij we jullie hem haar hun mijn jouw op uit bij met naar van voor tot te in aan over onder door tegen
    zonder om ook nog maar al zo hoe wat wie waar daar dan toch want omdat nu weer zeer meer altijd hier er ja nee`,
  notNames: "god hemel ja nee ach maandag dinsdag woensdag donderdag vrijdag zaterdag zondag nederland amsterdam",
  speechVerbs: `zei zegt zeiden zeg sprak vroeg vraagt vroegen antwoordde antwoordt riep roept schreeuwde fluisterde fluistert
    mompelde mompelt meinde vond hernam hervatte herhaalde vervolgde voegde verklaarde merkte zuchtte lachte kreunde bromde
    siste stamelde stotterde gilde brulde snikte beval smeekte waarschuwde dreigde mopperde grinnikte dacht besloot`,
  titles: {
    male: "meneer mijnheer heer dhr graaf baron koning prins oom vader broer meester dominee kapitein",
    female: "mevrouw mevr juffrouw gravin barones koningin prinses tante moeder zuster",
    either: "dokter dr professor",
  },
  roles: {
    male: "man jongen vader zoon broer oom grootvader boer molenaar koning soldaat visser meester oude",
    female: "vrouw meisje moeder dochter zus tante grootmoeder boerin koningin meid juf",
    either: "kind",
  },
  givenNames: {
    male: "jan piet pieter klaas kees hendrik willem joris daan sem bram dirk gerrit johannes thijs tom",
    female: "anna maria saskia sanne emma julia grietje trijntje neeltje johanna elisabeth femke lotte eva",
  },
  pronouns: { he: "hij", she: "zij ze", i: "ik" },
  determiners: "de het een die dat deze dit",
  possessives: "zijn haar mijn jouw hun onze ons",
  prepositions: "op uit bij met naar van voor tot te in aan over onder door tegen zonder om tussen achter",
  nameParticles: "van de der den ter ten het",
  relatives: "die dat wie",
  continuers: "en maar toen dan terwijl want",
  between: "toen dan nu eindelijk plotseling zacht zachtjes luid nog ook weer hem haar hen mij ons had heeft",
});
