// Words that state an age, in the languages of word lists: adjectives before a name or a noun, and nouns for people of an age.

import type { Age } from "../script.ts";

type StatedAge = Exclude<Age, "adult">;

export interface AgeLists {
  readonly adjectives: Readonly<Partial<Record<StatedAge, string>>>;
  readonly nouns: Readonly<Partial<Record<StatedAge, string>>>;
}

/** By code of the language. */
export const AGES_IN_LANGUAGES: Readonly<Record<string, AgeLists>> = {
  de: {
    adjectives: {
      child: "kleine kleiner kleinen kleines",
      young: "junge junger jungen junges",
      old: "alte alter alten altes greise greiser greisen betagte betagter betagten uralte uralter uralten weißhaarige weißhaariger",
    },
    nouns: {
      child: "kind junge bub knabe mädchen baby säugling schüler schülerin schuljunge schulmädchen enkelkind",
      young: "bursche jüngling jugendliche jugendlicher teenager",
      old: "greis greisin großvater großmutter opa oma alte alter alten urgroßvater urgroßmutter",
    },
  },
  fr: {
    adjectives: { child: "petit petite", young: "jeune", old: "vieux vieil vieille" },
    nouns: {
      child: "garçon garçonnet fille fillette enfant bambin gamin gamine bébé écolier écolière",
      young: "adolescent adolescente",
      old: "vieillard vieux vieille grand-père grand-mère pépé mémé papy mamie",
    },
  },
  es: {
    adjectives: { child: "pequeño pequeña", young: "joven", old: "viejo vieja anciano anciana" },
    nouns: {
      child: "niño niña chiquillo chiquilla bebé nene nena",
      young: "joven muchacho muchacha adolescente",
      old: "anciano anciana viejo vieja abuelo abuela",
    },
  },
  it: {
    adjectives: { child: "piccolo piccola", young: "giovane", old: "vecchio vecchia anziano anziana" },
    nouns: {
      child: "bambino bambina bimbo bimba neonato scolaro scolara",
      young: "giovane ragazzo ragazza adolescente",
      old: "vecchio vecchia vecchietto vecchietta nonno nonna anziano anziana",
    },
  },
  pt: {
    adjectives: { child: "pequeno pequena", young: "jovem", old: "velho velha idoso idosa" },
    nouns: {
      child: "menino menina criança garoto garota bebé bebê",
      young: "rapaz rapariga moço moça jovem adolescente",
      old: "velho velha velhote ancião anciã idoso idosa avô avó",
    },
  },
  nl: {
    adjectives: { child: "kleine", young: "jonge", old: "oude bejaarde stokoude" },
    nouns: {
      child: "kind jongen jongetje meisje baby kleuter",
      young: "jongeling jongeman tiener",
      old: "grijsaard oudje grootvader grootmoeder opa oma",
    },
  },
  sv: {
    adjectives: { child: "lille lilla", young: "unge unga", old: "gamle gamla" },
    nouns: {
      child: "barnet pojken flickan gossen bebisen",
      young: "ynglingen tonåringen",
      old: "gubben gumman gamlingen farfar morfar farmor mormor",
    },
  },
  pl: {
    adjectives: { child: "mały mała", young: "młody młoda", old: "stary stara sędziwy sędziwa" },
    nouns: {
      child: "dziecko chłopiec chłopczyk dziewczynka niemowlę",
      young: "młodzieniec nastolatek nastolatka",
      old: "starzec staruszek staruszka dziadek babcia",
    },
  },
  ru: {
    adjectives: {
      child: "маленький маленькая",
      young: "молодой молодая юный юная",
      old: "старый старая пожилой пожилая седой седая",
    },
    nouns: {
      child: "мальчик девочка ребёнок ребенок малыш младенец",
      young: "юноша подросток",
      old: "старик старуха старушка старичок дедушка бабушка дед бабка",
    },
  },
};
