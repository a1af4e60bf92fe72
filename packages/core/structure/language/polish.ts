// Polish: words for naming people and for introducing speech.

import { FEMALE_PL, MALE_PL } from "./generated/names.ts";
import { PEOPLE_PL } from "./generated/people.ts";
import { languageOfLists } from "./word-lists.ts";

export const POLISH = languageOfLists({
  code: "pl",
  ownLetters: /[ąćęłńśźż]|sz|cz|rz/u,
  groups: {
    alone: "wszyscy obaj oboje",
    nouns:
      "tłum ludzie dzieci mężczyźni kobiety żołnierze chłopcy dziewczęta goście widzowie uczniowie chłopi marynarze lud bracia siostry",
  },
  impliedSubject: { female: /ła$/u, first: /(?:łem|łam)$/u },
  bareNouns: true,
  dash: {
    closing: "spaced",
    narrationVerbs: /^[a-ząćęłńóśźż]+(?:ł|ła|ło|li|ły|łem|łam)$/u,
    persons: `ja mnie mi mną mój moja moje moi ty ciebie cię tobie ci twój twoja my nas nam nasz nasza wy was wam wasz pan pani panu
      panie tak nie`,
  },
  functionWords: `ani nawet i w we na z ze do się nie że jest to co jak ale po od za o u dla przez przy pod nad bez a lub albo czy gdy kiedy gdzie
    był była było byli jego jej ich go mu już jeszcze tylko tak no bo więc też także tym tego ten ta te który która które być by
    on ona oni ja ty my wy mnie mi cię ci nas was sobie siebie`,
  notNames:
    "potem wtedy teraz nagle nikt ktoś wreszcie bóg boże tak nie ach och poniedziałek wtorek środa czwartek piątek sobota niedziela polska warszawa",
  speechVerbs: `powiedział powiedziała powiedzieli mówił mówiła mówi rzekł rzekła spytał spytała pyta pytał pytała zapytał zapytała
    odpowiedział odpowiedziała odpowiada odparł odparła odrzekł odrzekła krzyknął krzyknęła krzyczał krzyczała wykrzyknął
    wykrzyknęła zawołał zawołała wołał wołała szepnął szepnęła szeptał szeptała mruknął mruknęła mamrotał wymamrotał
    wymamrotała dodał dodała zauważył zauważyła ciągnął ciągnęła kontynuował kontynuowała powtórzył powtórzyła wyjaśnił
    wyjaśniła tłumaczył tłumaczyła pomyślał pomyślała westchnął westchnęła zaśmiał zaśmiała roześmiał roześmiała uśmiechnął
    uśmiechnęła poprosił poprosiła prosił prosiła błagał błagała rozkazał rozkazała kazał kazała oznajmił oznajmiła
    zaproponował zaproponowała zaczął zaczęła przerwał przerwała wtrącił wtrąciła stwierdził stwierdziła przyznał przyznała
    zgodził zgodziła zaprotestował zaprotestowała odezwał odezwała burknął burknęła warknął warknęła syknął syknęła jęknął
    jęknęła wyszeptał wyszeptała wrzasnął wrzasnęła rzucił rzuciła skinął skinęła potwierdził potwierdziła zaprzeczył
    zaprzeczyła obiecał obiecała ostrzegł ostrzegła rzecze odrzecze woła
    szepcze mruczy krzyczy dodaje powtarza zauważa wyjaśnia wzdycha prosi rozkazuje proponuje zaczyna zgadza kiwa uśmiecha
    przerywa poprawia przypomina przyznaje skłamał skłamała ukłonił ukłoniła wrzeszczy ryczy warczy syczy jęczy protestuje
    odzywa`,
  titles: {
    male: "pan ksiądz książę hrabia baron król wuj stryj ojciec brat kapitan porucznik pułkownik",
    female: "pani panna księżna hrabina królowa ciotka ciocia matka siostra",
    either: "doktor dr profesor prof",
  },
  roles: {
    male: `tata mężczyzna chłopak chłopiec młodzieniec ojciec syn brat wuj stryj dziadek mąż starzec król książę lekarz doktor ksiądz
      żołnierz młynarz rybak nauczyciel stróż kapitan oficer porucznik pułkownik marynarz kupiec gospodarz karczmarz woźnica
      służący lokaj sędzia adwokat policjant sąsiad szef pasterz złodziej kowal piekarz szewc`,
    female: `kobieta dziewczyna dziewczynka matka mama córka siostra ciotka babcia żona staruszka królowa księżniczka służąca
      nauczycielka gospodyni sąsiadka wdowa niania kucharka piekarka pielęgniarka zakonnica wiedźma`,
    either: "dziecko",
  },
  givenNames: {
    male: `jan józef piotr paweł adam andrzej tomasz stanisław krzysztof michał marcin marek jerzy henryk łukasz szymon emil antoni
      franciszek karol wojciech jakub mateusz kazimierz zygmunt ignacy feliks`,
    female: `anna maria katarzyna małgorzata agnieszka barbara ewa elżbieta zofia teresa helena klara joanna agata łucja jadwiga
      hanna izabela wanda krystyna marta magdalena julia`,
  },
  general: { people: PEOPLE_PL, male: MALE_PL, female: FEMALE_PL },
  kin: "mama tata babcia dziadek",
  acts: `uśmiechnął uśmiechnęła skinął skinęła westchnął westchnęła spojrzał spojrzała wyjął wyjęła podniósł podniosła usiadł
    usiadła wzruszył wzruszyła chrząknął zamilkł odwrócił odwróciła splunął wstał wstała pokręcił pokręciła przełknął zdjął
    zdjęła wyciągnął wyciągnęła potarł przetarł opuścił opuściła otworzył cofnęła cofnął zaśmiał zaśmiała jadł jadła pił
    piła spał spała czekał czekała słuchał słuchała patrzył patrzyła zerknął zerknęła siadł siadła siedział siedziała stał
    stała szedł szła poszedł poszła wszedł weszła wyszedł wyszła podszedł podeszła biegł biegła pobiegł pobiegła pochylił
    pochyliła schylił schyliła uniósł uniosła wziął wzięła dał dała podał podała trzymał trzymała rzucił rzuciła otworzyła
    zamknął zamknęła zapalił zapaliła zgasił zgasiła czytał czytała pisał pisała liczył liczyła pracował pracowała kaszlnął
    kaszlnęła przełknęła ziewnął ziewnęła płakał płakała zawahał zawahała milczał milczała zamilkła machnął machnęła
    klasnął klasnęła zapukał zapukała ukłonił ukłoniła drgnął drgnęła położył położyła postawił postawiła nalał nalała
    wytarł wytarła podrapał podrapała zaczerwienił zaczerwieniła patrzy siedzi stoi idzie wchodzi wychodzi odwraca pochyla
    podnosi bierze otwiera zamyka czyta pisze macha kiwa wzrusza uśmiecha wzdycha czeka wychyla`,
  pronouns: { he: "on", she: "ona", they: "oni one", i: "ja" },
  possessives: "jego jej mój moja twój twoja swój swoja nasz nasza",
  prepositions: "w we na z ze do od za o u dla przez przy pod nad bez przed między po ku",
  nameParticles: "von de",
  relatives: "który która które którzy",
  continuers: "i a ale potem wtedy gdy kiedy",
  between: "mu jej im mi nam wam się cicho głośno nagle wreszcie znowu też już tylko szybko spokojnie tymczasem",
});
