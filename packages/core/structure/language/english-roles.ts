// English nouns for people: occupations, roles, relations.

import type { Age, Gender } from "../script.ts";
import type { RoleWord } from "./language.ts";

const roles = new Map<string, RoleWord>();

function add(list: string, gender: Gender | null, age: Age | null, kind?: "generic" | "relation" | "describes"): void {
  for (const word of list.trim().split(/\s+/)) {
    roles.set(word, {
      gender,
      age,
      ...(kind === "generic" ? { generic: true } : {}),
      ...(kind === "relation" ? { relation: true } : {}),
      ...(kind === "describes" ? { describes: true } : {}),
    });
  }
}

add(
  "man gentleman fellow chap bloke guy frenchman englishman irishman scotchman scotsman welshman dutchman pole swede spaniard turk eurasian jew",
  "male",
  "adult",
  "generic",
);
add("woman lady gentlewoman dame madame mademoiselle signora signorina", "female", "adult", "generic");
add("boy lad laddie youngster urchin", "male", "child", "generic");
add("girl lass lassie maiden damsel", "female", "child", "generic");
add("child kid infant baby", null, "child", "generic");
add("youth", "male", "young", "generic");
add("person stranger other visitor guest newcomer companion creature friend", null, "adult", "generic");
add("father papa dad daddy husband uncle stepfather father-in-law", "male", "adult", "relation");
add("grandfather grandpapa grandpa granddad", "male", "old", "relation");
add("grandmother grandmamma grandma granny", "female", "old", "relation");
add("brother brother-in-law son son-in-law nephew grandson stepson fiancé bridegroom", "male", null, "relation");
add("mother mamma mama mum mummy wife aunt auntie stepmother mother-in-law", "female", "adult", "relation");
add(
  "sister sister-in-law daughter daughter-in-law niece granddaughter stepdaughter fiancée bride",
  "female",
  null,
  "relation",
);
add("cousin lover sweetheart beloved partner guardian ward parent twin", null, null, "relation");
add(
  `butler footman coachman cabman driver groom valet page porter gardener gamekeeper waiter barman landlord
   innkeeper steward sailor soldier officer captain colonel general major lieutenant sergeant corporal constable
   policeman detective inspector coroner judge magistrate clerk banker merchant shopkeeper grocer butcher baker
   tailor blacksmith smith carpenter miner farmer shepherd fisherman boatman ferryman miller priest parson
   curate vicar rector bishop monk friar preacher minister pastor king prince duke earl count baron marquis
   emperor lord squire knight professor doctor chemist postman messenger hunter woodcutter wizard sorcerer
   beggar tramp thief robber highwayman gaoler jailer warden executioner hangman giant ogre dwarf wolf fox bear
   lion croupier manager chairman foreman bo'sun boatswain mate skipper admiral sultan rajah nawab pundit sahib
   abbot deacon baronet viscount senator governor chancellor commander cardinal archbishop superintendent chauffeur conductor usher undertaker sexton bailiff cook-boy cabin-boy stable-boy mariner pirate old-timer
   proprietor watchman fireman stationmaster jeweller auctioneer cashier orderly cowboy ranger sheriff deputy bartender salesman dealer peasant secretary president dragon`,
  "male",
  "adult",
);
add(
  `maid housemaid parlourmaid chambermaid maidservant kitchenmaid nurse nursemaid governess housekeeper cook
   landlady charwoman washerwoman laundress seamstress dressmaker milkmaid duchess queen princess countess
   baroness marchioness empress abbess nun midwife waitress barmaid widow witch fairy mermaid stewardess matron
   goddess nymph ballerina`,
  "female",
  "adult",
);
add(
  `servant caretaker teacher student pupil apprentice passenger neighbour witness prisoner patient pilot
   boss chief operator receptionist guard sentry sentinel attendant customer mayor ghost spirit robot computer android
   alien cat dog mouse rabbit owl frog bird horse donkey parrot raven crow squirrel toad mole rat badger
   caterpillar turtle dormouse duck eagle puppy pig goose hen cow goat sheep lamb serpent snake monkey tiger
   elephant kangaroo`,
  null,
  "adult",
);

add(
  "host clergyman statesman diplomat novelist critic composer sculptor architect traveller lawyer solicitor barrister attorney schoolmaster headmaster tutor editor reporter journalist chaplain anarchist philosopher painter poet artist surgeon physician",
  "male",
  "adult",
  "describes",
);
add("hostess actress dancer heroine spinster schoolmistress headmistress", "female", "adult", "describes");
add("author writer singer musician scholar scientist engineer leader spy agent", null, "adult", "describes");

add("patriarch greybeard", "male", "old");
add("crone beldam", "female", "old");
add("schoolboy cabin-boy errand-boy shepherd-boy", "male", "child");
add("schoolgirl", "female", "child");

// Women and men do this work; old books use one pronoun for it.
for (const word of `driver porter gardener gamekeeper innkeeper sailor soldier officer captain colonel general major lieutenant sergeant corporal constable detective inspector coroner judge magistrate clerk banker merchant shopkeeper
   grocer butcher baker tailor blacksmith smith carpenter miner farmer shepherd miller vicar rector bishop minister pastor
   preacher priest professor doctor chemist messenger hunter sorcerer beggar tramp thief robber gaoler jailer warden
   deacon senator governor chancellor commander superintendent
   executioner giant dwarf wolf fox bear lion croupier manager mate skipper admiral chauffeur conductor usher undertaker
   bailiff mariner pirate proprietor jeweller auctioneer cashier orderly ranger sheriff deputy bartender dealer peasant
   secretary president dragon nurse cook dressmaker host diplomat novelist critic composer sculptor architect traveller
   lawyer solicitor barrister attorney tutor editor reporter journalist chaplain anarchist philosopher painter poet
   artist surgeon physician dancer`
  .trim()
  .split(/\s+/))
  roles.set(word, { ...roles.get(word)!, usual: true });

for (const [word, as] of [
  ["constable", "policeman"],
  ["jailer", "gaoler"],
  ["innkeeper", "landlord"],
] as const)
  roles.set(word, { ...roles.get(as)!, as });

export const ENGLISH_ROLES: ReadonlyMap<string, RoleWord> = roles;
