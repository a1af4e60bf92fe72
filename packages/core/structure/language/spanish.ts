// Spanish: the words by which people are called and by which their speech is introduced.

import { SPANISH_DASH_TAGS } from "./dash-tags.ts";
import { languageOfLists } from "./word-lists.ts";

export const SPANISH = languageOfLists({
  code: "es",
  functionWords: `el la los las un una unos unas y o pero si que quien cuando donde como porque de del al en con sin por para
    sobre entre hasta desde es era son eran fue ser está estaba ha había no ni ya más muy también todo toda todos lo le les
    se me te nos su sus mi mis tu tus yo tú él ella ellos ellas usted este esta ese esa aquel eso esto sí`,
  notNames: "dios cielo sí no ay oh lunes martes miércoles jueves viernes sábado domingo españa madrid",
  speechVerbs: `${[...SPANISH_DASH_TAGS.verbs].join(" ")} dice digo pregunta responde contesta grita`,
  titles: {
    male: "señor sr don padre tío rey conde capitán fray hermano",
    female: "señora sra señorita srta doña madre tía reina condesa hermana",
    either: "doctor doctora dr profesor profesora",
  },
  roles: {
    male: "hombre muchacho niño padre hijo hermano tío viejo rey médico cura soldado molinero pescador maestro",
    female: "mujer muchacha niña madre hija hermana tía vieja reina criada molinera maestra",
  },
  givenNames: {
    male: "juan josé pedro pablo carlos luis miguel manuel antonio francisco jorge diego andrés javier fernando rafael tomás",
    female: "maría ana carmen isabel lucía teresa rosa elena laura marta pilar dolores inés clara sofía julia",
  },
  pronouns: { he: "él", she: "ella", they: "ellos ellas", i: "yo" },
  determiners: "el la los las un una este esta ese esa aquel aquella",
  possessives: "su sus mi mis tu tus",
  prepositions: "de del a al en con sin por para sobre entre hasta desde hacia tras ante bajo",
  nameParticles: "de del la las los y",
  relatives: "que quien cuyo",
  continuers: "y pero entonces cuando mientras luego",
  between: "le les se me te nos lo la al fin entonces luego también ya había ha",
});
