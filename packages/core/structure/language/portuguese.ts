// Portuguese: the words by which people are called and by which their speech is introduced.

import { languageOfLists } from "./word-lists.ts";

export const PORTUGUESE = languageOfLists({
  code: "pt",
  functionWords: `o a os as um uma uns umas e ou mas se que quem quando onde como porque de do da dos das em no na nos nas com sem por
    pelo pela para ao à sobre entre até é era são eram foi ser está estava tem tinha havia não nem já mais muito também tudo
    lhe lhes me te nos seu sua seus suas meu minha teu eu tu ele ela eles elas você este esta esse essa aquele isso isto sim`,
  notNames: "deus sim não ai oh segunda terça quarta quinta sexta sábado domingo portugal brasil lisboa",
  speechVerbs: `disse diz dizia disseram respondeu responde perguntou pergunta exclamou gritou grita murmurou murmura sussurrou
    acrescentou replicou retorquiu tornou continuou prosseguiu insistiu repetiu ordenou suplicou pensou observou explicou
    interrompeu balbuciou concluiu declarou afirmou confessou comentou advertiu protestou suspirou falou indagou riu`,
  titles: {
    male: "senhor sr dom padre tio rei conde capitão frei seu",
    female: "senhora sra dona senhorita menina madre tia rainha condessa",
    either: "doutor doutora dr professor professora",
  },
  roles: {
    male: "homem rapaz menino pai filho irmão tio velho rei médico padre soldado moleiro pescador mestre",
    female: "mulher rapariga menina moça mãe filha irmã tia velha rainha criada moleira",
  },
  givenNames: {
    male: "joão josé pedro paulo carlos luís miguel manuel antónio antônio francisco jorge tiago rui bento",
    female: "maria ana carmo isabel lúcia teresa rosa helena laura marta inês clara sofia joana beatriz",
  },
  pronouns: { he: "ele", she: "ela", they: "eles elas", i: "eu" },
  determiners: "o a os as um uma este esta esse essa aquele aquela",
  possessives: "seu sua seus suas meu minha teu tua",
  prepositions: "de do da dos das em no na com sem por pelo pela para ao à sobre entre até desde",
  nameParticles: "de do da dos das e",
  relatives: "que quem cujo",
  continuers: "e mas então quando enquanto depois",
  between: "lhe lhes me te se nos então logo afinal também já tinha havia",
  joinedPronouns: "lhe lhes me te se nos o a ele ela eu",
});
