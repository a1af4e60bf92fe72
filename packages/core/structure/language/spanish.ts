// Spanish: words for naming people and for introducing speech.

import { FEMALE_ES, MALE_ES } from "./generated/names.ts";
import { PEOPLE_ES } from "./generated/people.ts";
import { languageOfLists } from "./word-lists.ts";

export const SPANISH = languageOfLists({
  code: "es",
  ownLetters: /[ñ¿¡]|ción|ió$/u,
  groups: {
    alone: "todos todas ambos",
    nouns:
      "multitud gente niños hombres mujeres soldados muchachos muchachas invitados espectadores alumnos campesinos marineros pueblo hermanos hermanas",
  },
  impliedSubject: { female: null, first: /^(?:dije|\p{Ll}+[éí])$/u },
  dash: {
    closing: "attached",
    narrationVerbs: /^\p{Ll}+(?:ó|aba|aban|ía|ían|ieron|aron|dijo|hizo|puso|tuvo)$/u,
    persons: "yo me mi mis tú te tu tus usted ustedes nos nuestro nuestra vosotros os vuestro sí no señor señora",
    narrates: "entonces luego y",
  },
  functionWords: `el la los las un una unos unas y o pero si que quien cuando donde como porque de del al en con sin por para
    sobre entre hasta desde es era son eran fue ser está estaba ha había no ni ya más muy también todo toda todos lo le les
    se me te nos su sus mi mis tu tus yo tú él ella ellos ellas usted este esta ese esa aquel eso esto sí`,
  notNames:
    "después luego entonces ahora aquí allí hoy ayer mañana quizá quizás así nadie alguien dios cielo sí no ay oh lunes martes miércoles jueves viernes sábado domingo españa madrid",
  speechVerbs: `dijo decía dije dijeron dice digo respondió responde contestó contesta preguntó pregunta exclamó exclama gritó grita
    murmuró murmura añadió añade replicó repuso susurró susurra continuó continúa prosiguió insistió insiste repitió repite
    ordenó ordena suplicó suplica pensó observó explicó explica interrumpió balbuceó concluyó agregó declaró aseguró afirmó
    confesó comentó comenta advirtió protestó suspiró suspira empezó comenzó propuso propone quiso pidió pide rogó llamó
    anunció admitió reconoció reflexionó sugirió bromeó rió gruñó masculló musitó farfulló chilló aulló rugió sollozó gimió
    tartamudeó terció intervino objetó cortó soltó espetó sentenció recordó prometió juró aconsejó saludó asintió negó rezongó
    observa empieza interrumpe ríe gruñe ruge protesta saluda miente mintió solloza balbucea bromea corrige corrigió admite
    confiesa llama`,
  titles: {
    male: "señor sr don padre tío rey conde capitán fray hermano",
    female: "señora sra señorita srta doña madre tía reina condesa hermana",
    either: "doctor doctora dr profesor profesora",
  },
  roles: {
    male: `papá papa papi abuelito gigante hombre muchacho chico niño joven anciano padre hijo hermano tío abuelo marido esposo viejo rey príncipe médico doctor cura
      soldado molinero pescador maestro capitán guardián camarero tabernero posadero alcalde juez abogado sargento cochero criado
      mozo grumete marinero pastor labrador ladrón guardia policía inspector vecino amo dueño jefe cartero panadero zapatero`,
    female: `mamá mama mami abuelita mujer muchacha chica niña joven anciana madre hija hermana tía abuela esposa vieja reina princesa criada molinera maestra
      enfermera camarera panadera vecina viuda monja dueña señora bruja costurera doncella`,
  },
  givenNames: {
    male: `juan josé pedro pablo carlos luis miguel manuel antonio francisco jorge diego andrés javier fernando rafael tomás simón
      lucas marcos enrique emilio ramón alberto mateo martín gabriel daniel vicente joaquín ignacio felipe alonso sancho`,
    female: `maría ana carmen isabel lucía teresa rosa elena laura marta pilar dolores inés clara sofía julia juana águeda mercedes
      luisa josefa rosario catalina beatriz raquel irene paula consuelo antonia cristina`,
  },
  general: { people: PEOPLE_ES, male: MALE_ES, female: FEMALE_ES },
  kin: "mamá papá mama papa abuela abuelo mami papi abuelita abuelito padre madre",
  articles: { male: "el un este ese aquel del al", female: "la una esta esa aquella" },
  manners: /(?:ndo|mente)$/u,
  acts: `sonrió asintió suspiró miró sacó levantó sentó encogió carraspeó tosió calló rió negó volvió detuvo escupió acercó
    inclinó bajó frotó tragó cruzó santiguó olió limpió cerró guardó saltó rascó movió comía comió bebió bebía dormía
    esperaba esperó escuchó escuchaba observó fijó caminó corrió entró salió subió retrocedió avanzó arrodilló agarró
    tendió dio sostuvo sostenía lanzó abrió encendió apagó leyó leía escribió escribía contó contaba trabajaba bostezó
    lloró lloraba enrojeció palideció dudó vaciló golpeó saludó sirvió llenó obedeció tembló siguió giró agachó recogió
    mira levanta sienta encoge asiente niega coge entra sale abre cierra lee escribe espera llora obedece asoma agita`,
  pronouns: { he: "él", she: "ella", they: "ellos ellas", i: "yo" },
  determiners: "el la los las un una este esta ese esa aquel aquella otro otra",
  possessives: "su sus mi mis tu tus",
  prepositions: "de del a al en con sin por para sobre entre hasta desde hacia tras ante bajo",
  nameParticles: "de del la las los y",
  relatives: "que quien cuyo",
  continuers: "y pero entonces cuando mientras luego",
  between: "saber le les se me te nos lo la al por fin entonces luego también ya había ha",
});
