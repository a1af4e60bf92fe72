// French: the words by which people are called and by which their speech is introduced.

import { FRENCH_DASH_TAGS } from "./dash-tags.ts";
import { languageOfLists } from "./word-lists.ts";

export const FRENCH = languageOfLists({
  code: "fr",
  functionWords: `le la les l un une des du de d et ou mais si que qu qui quoi dont où ce cet cette ces il elle ils elles on je tu
    nous vous me te se lui leur mon ma mes ton ta tes son sa ses notre votre ne n pas plus point est était sont étaient être
    avait a ai ont avoir dans sur sous avec sans pour par en au aux chez vers comme quand alors puis très bien tout toute
    tous y c s j m t oui non`,
  notNames: "dieu ciel oui non ah oh eh mon ma lundi mardi mercredi jeudi vendredi samedi dimanche paris france",
  speechVerbs: [...FRENCH_DASH_TAGS.verbs].join(" "),
  titles: {
    male: "monsieur m messieurs maître comte baron duc roi prince marquis père frère oncle capitaine abbé",
    female: "madame mme mademoiselle mlle comtesse baronne duchesse reine princesse marquise mère sœur tante",
    either: "docteur dr professeur",
  },
  roles: {
    male: "homme garçon père fils frère oncle vieillard roi médecin maître curé soldat meunier pêcheur",
    female: "femme fille mère sœur tante vieille reine servante meunière bonne",
    either: "enfant",
  },
  givenNames: {
    male: "pierre jean paul jacques louis henri charles andré michel philippe françois georges marcel rené robert antoine luc marc julien émile",
    female:
      "marie anne jeanne louise marguerite catherine élise claire sophie julie hélène thérèse lucie emma camille berthe madeleine simone",
  },
  pronouns: { he: "il", she: "elle", they: "ils elles on nous vous", i: "je j" },
  determiners: "le la les l un une ce cet cette",
  possessives: "son sa ses mon ma mes leur notre votre",
  prepositions: "de d à au aux en dans sur sous avec sans pour par chez vers entre devant derrière après avant",
  nameParticles: "de du des la le d",
  relatives: "qui que dont",
  continuers: "et puis alors mais quand tandis comme",
  between:
    "lui leur me m te t se s nous vous l a avait alors enfin aussitôt encore doucement soudain brusquement tout bas",
  joinedPronouns: "il elle ils elles je on t nous vous tu",
  elisions: "l d s j m t n c qu",
});
