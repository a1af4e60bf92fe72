// German: words for naming people and for introducing speech.

import { FEMALE_DE, MALE_DE } from "./generated/names.ts";
import { PEOPLE_DE } from "./generated/people.ts";
import { languageOfLists } from "./word-lists.ts";

export const GERMAN = languageOfLists({
  code: "de",
  ownLetters: /[äöüß]/u,
  groups: {
    alone: "alle beide",
    nouns:
      "menge leute klasse kinder männer frauen soldaten jungen gäste zuschauer schüler bauern matrosen volk masse brüder schwestern",
  },
  dash: {
    commas: true,
    narrationVerbs:
      /^(?:\p{Ll}{3,}(?:te|ten)|warf|zog|nahm|hob|griff|lief|kam|trat|schloss|schloß|stand|ging|sah|saß|fuhr|schob|schlug|strich|bog|blieb|fiel|fand|gab|goss|goß|hielt|ließ|lag|riss|riß|schritt|schwieg|sprang|stieg|stieß|trank|trug|verschwand|wandte|wich|wies|zuckte|biss|biß|log|rieb|verzog|starrte|begann|bot|aß|las|schnitt|schrieb)$/u,
    persons: "ich mich mir mein meine du dich dir dein deine wir uns unser sie ihr euch ihnen ja nein",
  },
  capitalisesNouns: true,
  functionWords: `der die das den dem des ein eine einen einem einer und oder aber wenn als dass daß ist war waren sind sein
    hat hatte haben nicht kein keine sich er sie es ich du wir ihr ihm ihn ihre seine mein dein auf aus bei mit nach von
    vor zu zum zur im am in an über unter für durch gegen ohne um auch noch nur schon so wie was wer wo da dann doch denn
    weil nun wieder sehr mehr immer hier dort ja nein`,
  notNames: `herr frau gott himmel montag dienstag mittwoch donnerstag freitag samstag sonntag deutsch deutschland daran darauf
    daraus dabei dadurch dafür dagegen dahinter damit danach daneben darin darüber darum darunter davon davor dazu
    hierauf hiermit heute gestern morgen abends nachts morgens mittags plötzlich endlich schließlich draußen drinnen
    oben unten vorn hinten links rechts langsam leise schnell zuerst zuletzt später früher bald manchmal oft niemand
    jemand keiner alles etwas nichts beide zwei drei vier beides jetzt niemals nie trotzdem deshalb sofort inzwischen
    daraufhin`,
  speechVerbs: `sagte sagt sagten sagst sage sprach spricht fragte fragt fragten antwortete antwortet erwiderte entgegnete
    rief ruft riefen schrie schreit brüllte flüsterte flüstert murmelte murmelt meinte meint erklärte erklärt bemerkte
    versetzte bat bittet befahl seufzte lachte stöhnte knurrte brummte zischte stammelte stotterte hauchte wisperte
    ergänzte wiederholte unterbrach begann fuhr setzte versicherte gestand gab schluchzte jammerte klagte höhnte spottete
    warnte drohte verlangte forderte mahnte tadelte lobte grüßte dachte krächzte kreischte keuchte
    bettelte schlug wollte warf fügte wandte nickte lächelte grinste schimpfte fluchte tobte donnerte schnauzte fauchte säuselte
    raunte wimmerte winselte stieß platzte räusperte schnaubte piepste quiekte sang las bestätigte verneinte beteuerte beharrte
    behauptete berichtete erzählte schloss nahm hob kicherte gluckste feixte witzelte scherzte neckte tröstete beruhigte
    ermahnte erinnerte vermutete überlegte sinnierte grübelte staunte wunderte beschwor flehte quengelte maulte meckerte nuschelte
    lallte heulte brach widersprach pflichtete stimmte entschied beschloss empfahl riet lockte drängte herrschte kommandierte
    ergänzt wiederholt bemerkt seufzt befiehlt schlägt beginnt lacht brummt knurrt brüllt protestiert protestierte grüßt
    lügt log schluchzt stammelt zischt meldet meldete`,
  titles: {
    male: "herr herrn graf baron könig prinz onkel vater bruder meister pfarrer kaiser fürst hauptmann",
    female: "frau fräulein gräfin baronin königin prinzessin tante mutter schwester kaiserin fürstin",
    either: "doktor dr professor prof",
  },
  roles: {
    male: `papa vati mann junge bub knabe bursche vater sohn bruder onkel großvater opa ehemann wirt bauer müller arzt doktor könig prinz alte
      greis lehrer richter pfarrer priester soldat fischer förster wächter kapitän offizier leutnant hauptmann matrose schiffsjunge
      händler kaufmann kutscher diener knecht anwalt kommissar polizist inspektor nachbar chef meister geselle hirte dieb schmied
      bäcker schuster schneider jäger zauberer riese zwerg fremde kellner pförtner beamte graf baron herzog kaiser wolf fuchs bär`,
    female: `mutti frau mädchen mutter mama tochter schwester tante großmutter oma wirtin bäuerin müllerin ärztin königin prinzessin lehrerin
      magd dienerin köchin nachbarin witwe hexe fee nonne krankenschwester bäckerin verkäuferin kellnerin chefin gräfin herrin`,
    either: "kind",
  },
  givenNames: {
    male: `hans karl peter paul otto fritz heinrich wilhelm friedrich johann georg jakob max moritz emil ernst franz josef
      ludwig martin michael thomas stefan klaus jürgen wolfgang lukas jonas felix leon tim jan simon lukas max emil rudi anton konrad ludwig heinz dieter rolf`,
    female: `anna maria marie lena greta grete klara clara emma luise elisabeth johanna katharina margarete helene frieda
      martha bertha ida hanna sophie lotte charlotte eva julia laura sabine petra monika ursula mia agathe hilde gerda helene lina heidi ilse`,
  },
  general: { people: PEOPLE_DE, male: MALE_DE, female: FEMALE_DE },
  kin: "mama papa oma opa mutti vati mutter vater großmutter großvater tante onkel",
  articles: { male: "der", female: "die" },
  manners: /(?:end|ing)$/u,
  acts: `lächelte nickte seufzte grinste zuckte setzte drehte wandte schüttelte runzelte hob stand saß griff blickte schwieg
    lachte räusperte hustete kramte klopfte zog trat blieb spuckte wischte schluckte lehnte beugte legte stellte schob aß
    trank kaute schlief wartete lauschte hörte schaute sah starrte musterte betrachtete ging lief rannte eilte kam kniete
    bückte erhob stieg kletterte winkte klatschte gähnte weinte schluchzte fror zitterte errötete erbleichte erschrak
    stutzte zögerte überlegte rührte regte gehorchte öffnete schloss schlug warf fing packte hielt nahm gab reichte strich
    kratzte rieb leckte biss goss zündete las schrieb zählte telefonierte arbeitete putzte strickte spielte tanzte sang
    pfiff sitzt steht geht kommt schaut blickt nickt lächelt lacht seufzt zuckt schüttelt hebt legt stellt zieht öffnet
    beugt dreht wartet liest schreibt isst trinkt winkt schweigt gehorcht`,
  pronouns: { he: "er", she: "sie", i: "ich" },
  determiners: "der die das ein eine dieser diese dieses jener jene den dem",
  possessives: "sein seine ihr ihre mein meine dein deine unser unsere",
  prepositions:
    "auf aus bei mit nach von vor zu zum zur im am in an über unter für durch gegen ohne um neben zwischen hinter seit",
  nameParticles: "von van zu der",
  relatives: "der die das welcher welche",
  continuers: "und aber dann doch als wenn während da denn",
  between:
    "nun dann da also endlich plötzlich leise laut schnell noch auch wieder sich ihm ihr ihnen mir uns hatte hat war ist fort hinzu",
});
