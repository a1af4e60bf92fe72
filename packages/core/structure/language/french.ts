// French: words for naming people and for introducing speech.

import { FRENCH_DASH_TAGS } from "./dash-tags.ts";
import { FEMALE_FR, MALE_FR } from "./generated/names.ts";
import { PEOPLE_FR } from "./generated/people.ts";
import { languageOfLists } from "./word-lists.ts";

export const FRENCH = languageOfLists({
  code: "fr",
  ownLetters: /[àâçèêëîïôûœ]/u,
  groups: {
    alone: "tous toutes",
    nouns:
      "foule gens enfants hommes femmes soldats garçons filles invités spectateurs élèves paysans matelots peuple frères sœurs assistance",
  },
  functionWords: `le la les l un une des du de d et ou mais si que qu qui quoi dont où ce cet cette ces il elle ils elles on je tu
    nous vous me te se lui leur mon ma mes ton ta tes son sa ses notre votre ne n pas plus point est était sont étaient être
    avait a ai ont avoir dans sur sous avec sans pour par en au aux chez vers comme quand alors puis très bien tout toute
    tous y c s j m t oui non`,
  notNames:
    "puis alors après ensuite enfin soudain maintenant hier demain aujourd personne quelqu dieu ciel oui non ah oh eh mon ma lundi mardi mercredi jeudi vendredi samedi dimanche paris france",
  speechVerbs: [...FRENCH_DASH_TAGS.verbs].join(" "),
  titles: {
    male: "monsieur m messieurs maître comte baron duc roi prince marquis père frère oncle capitaine abbé",
    female: "madame mme mademoiselle mlle comtesse baronne duchesse reine princesse marquise mère sœur tante",
    either: "docteur dr professeur",
  },
  roles: {
    male: `papi papy pépé tonton homme garçon père papa fils frère oncle grand-père mari vieillard vieux roi prince médecin docteur maître curé prêtre abbé
      soldat meunier pêcheur gardien capitaine officier lieutenant colonel général matelot mousse marchand cocher domestique valet
      laquais juge avocat notaire commissaire gendarme agent inspecteur voisin patron chef berger voleur forgeron boulanger cordonnier
      inconnu étranger aubergiste concierge jardinier portier facteur instituteur jeune comte baron duc marquis bourgeois paysan
      ouvrier renard loup ours`,
    female: `mamie mamy mémé mère-grand bonne-maman tata femme fille fillette mère maman sœur tante grand-mère épouse vieille reine princesse servante meunière bonne boulangère
      institutrice infirmière voisine veuve sorcière fée religieuse cuisinière couturière patronne dame demoiselle comtesse marquise
      duchesse paysanne ouvrière`,
    either: "enfant",
  },
  givenNames: {
    male: "pierre jean paul jacques louis henri charles andré michel philippe françois georges marcel rené robert antoine luc marc julien émile simon henri luc adrien gaston léon albert fernand étienne nicolas guillaume rodolphe",
    female:
      "marie anne jeanne louise marguerite catherine élise claire sophie julie hélène thérèse lucie emma camille berthe madeleine simone claire agathe lucie jeanne émilie berthe marthe rose cécile valentine clémence",
  },
  general: { people: PEOPLE_FR, male: MALE_FR, female: FEMALE_FR },
  kin: "maman papa mamie mamy papi papy mémé pépé mère-grand bonne-maman tonton tata",
  articles: { male: "le un du au ce cet", female: "la une cette" },
  manners: /(?:sant|lant|tant|rant|ment)$/u,
  acts: `sourit soupira regarda tira leva assit haussa toussa hocha secoua se posa baissa poussa prit cracha approcha inclina
    frotta avala croisa retira rit tourna retourna retint ramassa reposa ôta essuya fronça mangea mangeait but buvait
    dormait attendait attendit écouta écoutait observa fixait marcha courut entra sortit descendit monta recula avança
    pencha agenouilla saisit tendit donna tenait jeta ouvrit ferma referma alluma éteignit lut lisait écrivit écrivait
    compta comptait travaillait déglutit bâilla pleura pleurait rougit pâlit hésita tut taisait frappa salua tressaillit
    frissonna versa remplit gratta lécha obéit hurla trembla regarde lève assoit hausse hoche secoue pose prend entre sort
    ouvre ferme lit écrit attend pleure cherche`,
  pronouns: { he: "il", she: "elle", they: "ils elles on nous vous", i: "je j" },
  determiners: "le la les l un une ce cet cette",
  possessives: "son sa ses mon ma mes leur notre votre",
  prepositions: "de d à au aux en dans sur sous avec sans pour par chez vers entre devant derrière après avant",
  nameParticles: "de du des la le d",
  relatives: "qui que dont",
  continuers: "et puis alors mais quand tandis comme",
  between:
    "savoir lui leur me m te t se s nous vous l a avait alors enfin aussitôt encore doucement soudain brusquement tout bas",
  joinedPronouns: "il elle ils elles je on t nous vous tu",
  elisions: "l d s j m t n c qu",
});
