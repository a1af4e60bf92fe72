// Portuguese: words for naming people and for introducing speech.

import { FEMALE_PT, MALE_PT } from "./generated/names.ts";
import { PEOPLE_PT } from "./generated/people.ts";
import { languageOfLists } from "./word-lists.ts";

export const PORTUGUESE = languageOfLists({
  code: "pt",
  ownLetters: /[ãõ]|ç|lh|nh/u,
  groups: {
    alone: "todos todas ambos",
    nouns:
      "multidão gente crianças homens mulheres soldados rapazes raparigas meninos meninas convidados espectadores alunos camponeses marinheiros povo irmãos irmãs",
  },
  impliedSubject: { female: null, first: /^\p{Ll}+(?:ei|i)$/u },
  dash: {
    closing: "spaced",
    commas: true,
    narrationVerbs: /^\p{Ll}+(?:ou|eu|iu|ava|avam|ia|iam|aram|eram|iram|disse|fez|pôs)$/u,
    persons:
      "eu me mim meu minha meus minhas tu te ti teu tua você vocês nos nós nosso nossa vos vosso sim não senhor senhora",
    narrates: "então depois e",
  },
  functionWords: `o a os as um uma uns umas e ou mas se que quem quando onde como porque de do da dos das em no na nos nas com sem por
    pelo pela para ao à sobre entre até é era são eram foi ser está estava tem tinha havia não nem já mais muito também tudo
    lhe lhes me te nos seu sua seus suas meu minha teu eu tu ele ela eles elas você este esta esse essa aquele isso isto sim`,
  notNames:
    "depois então agora hoje ontem amanhã ninguém alguém deus sim não ai oh segunda terça quarta quinta sexta sábado domingo portugal brasil lisboa",
  speechVerbs: `disse diz dizia disseram respondeu responde perguntou pergunta exclamou gritou grita murmurou murmura sussurrou
    acrescentou replicou retorquiu tornou continuou prosseguiu insistiu repetiu ordenou suplicou pensou observou explicou
    interrompeu balbuciou concluiu declarou afirmou confessou comentou advertiu protestou suspirou falou indagou riu
    começou propôs quis pediu rogou chamou anunciou admitiu sugeriu resmungou cochichou berrou soluçou gemeu gaguejou interveio
    objetou cortou soltou lembrou prometeu jurou aconselhou cumprimentou fez contou atalhou volveu ripostou bradou
    sussurra exclama acrescenta repete observa explica suspira ordena propõe começa interrompe ri rosna ruge protesta
    cumprimenta mente mentiu soluça balbucia brinca insiste corrige corrigiu admite confessa chama
    respondi perguntei falei murmurei gritei sussurrei exclamei retorqui insisti menti suspirei concordei repeti expliquei confessei admiti pedi ordenei`,
  titles: {
    male: "senhor sr dom padre tio rei conde capitão frei seu",
    female: "senhora sra dona senhorita menina madre tia rainha condessa",
    either: "doutor doutora dr professor professora",
  },
  roles: {
    male: `papai papá vovô gigante homem rapaz menino moço jovem pai filho irmão tio avô marido velho rei príncipe médico doutor padre soldado moleiro pescador
      mestre capitão guarda criado taberneiro juiz advogado sargento cocheiro grumete marinheiro pastor ladrão polícia inspetor
      vizinho patrão chefe carteiro padeiro sapateiro`,
    female: `mamãe mamã vovó mulher rapariga menina moça jovem mãe filha irmã tia avó esposa velha rainha princesa criada moleira padeira vizinha
      viúva freira patroa senhora bruxa costureira enfermeira professora`,
  },
  givenNames: {
    male: "joão josé pedro paulo carlos luís miguel manuel antónio antônio francisco jorge tiago rui bento henrique emílio marcos lucas simão rafael gabriel fernando alberto vasco",
    female:
      "maria ana carmo isabel lúcia teresa rosa helena laura marta inês clara sofia joana beatriz águeda lúcia luísa catarina rita mariana capitu helena",
  },
  general: { people: PEOPLE_PT, male: MALE_PT, female: FEMALE_PT },
  kin: "mamãe papai mamã papá vovó vovô mãe pai avó avô",
  articles: { male: "o um do ao no este esse aquele", female: "a uma da à na esta essa aquela" },
  manners: /(?:ndo|mente)$/u,
  acts: `sorriu assentiu suspirou olhou tirou levantou sentou encolheu pigarreou tossiu calou riu negou virou parou cuspiu
    aproximou baixou coçou engoliu cruzou ergueu limpou franziu pegou comia comeu bebeu bebia dormia esperava esperou
    escutou escutava observou fitou caminhou correu entrou saiu desceu subiu recuou avançou inclinou ajoelhou agarrou
    estendeu deu segurava atirou abriu fechou acendeu apagou leu lia escreveu escrevia contou contava trabalhava bocejou
    chorou chorava corou empalideceu hesitou bateu saudou serviu encheu obedeceu tremeu continuou abanou voltou apanhou
    mexeu olha levanta senta pega entra sai abre fecha lê escreve espera chora obedece debruça agita`,
  pronouns: { he: "ele", she: "ela", they: "eles elas", i: "eu" },
  determiners: "o a os as um uma este esta esse essa aquele aquela",
  possessives: "seu sua seus suas meu minha teu tua",
  prepositions: "de do da dos das em no na com sem por pelo pela para ao à sobre entre até desde",
  nameParticles: "de do da dos das e",
  relatives: "que quem cujo",
  continuers: "e mas então quando enquanto depois",
  between: "saber lhe lhes me te se nos por fim então logo afinal também já tinha havia",
  joinedPronouns: "lhe lhes me te se nos o a ele ela eu",
});
