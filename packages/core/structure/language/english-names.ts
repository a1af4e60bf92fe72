// Given names common in English-language stories, written by the project, lower case.

export const ENGLISH_MALE_NAMES = `
aaron abel abner abraham adam adolphus adrian ahmed alan albert alec aleck alex alexander alexis alfred algernon ali allan
allen alexei ambrose amos andrew andy angus anthony antonio archibald archie armand arnold arthur arturo asa aubrey august augustus austin
aziz barnaby barney bartholomew basil ben benedict benjamin bennett bernard bert bertie bertram bill billy bob bobby boris bradley
brad brian bruce bruno bud byron caleb calvin carl carlo carlos casper cecil cedric charles charley charlie chester chris
christian christopher chuck clarence claude clement cliff clifford clive clyde colin connor conrad constantine cornelius craig curtis
cuthbert cyril cyrus dan daniel danny darius darren dave david dean denis dennis derek desmond dexter dick diego dimitri dmitri
dominic don donald dorian douglas duncan dustin dwight earl ebenezer ed eddie edgar edmund edward edwin eli elias elijah eliot elliot ellis elmer
emil emmett enoch eric ernest errol ethan eugene eustace evan everett ezekiel ezra fabian felix ferdinand fergus  fitzwilliam floyd francis
francois frank franklin fred freddie freddy frederic frederick gabriel gareth garth gary gavin gene geoffrey george gerald gerard
gideon gilbert giles giovanni giuseppe glenn godfrey gordon graham grant greg gregory griffith gus gustav guy hal hank hans harold harris harry harvey
hassan hector henri henry herbert herman hercule hiram homer horace horatio howard hubert hugh hugo humphrey ian ibrahim ignatius igor
immanuel ira irving isaac isaiah ivan jabez jack jackson jacob jacques jake james jamie jared jarvis jason jasper jay jean jed
jeff jeffrey jem jerome jeremiah jeremy jerry jesse jethro jim jimmie jimmy job joe joel john johnnie johnny jon jonah jonas
jonathan jordan jose joseph joshua josiah juan jude jules julian julius justin karl keith ken kenneth kevin kit konstantin
kurt kyle lance larry laurence laurie lawrence lemuel len leo leon leonard  leopold leroy leslie lester levi lewis lionel lloyd lorenzo
louis lucas lucian lucien luke luther lyman magnus malachi malcolm marco marcus mario marius mark marmaduke martin marvin matt
matthew maurice max maximilian maxwell melvin michael mick miguel mike miles milo mitchell mohammed montague mordecai morgan
morris mortimer moses muhammad murray nathan nathaniel ned neil nelson nicholas nick nicolas nigel noah noel norman oliver omar orlando
oscar oswald otto owen patrick paul pedro percival percy perry pete peter phil philip phillip phineas pierre pip quentin rafael ralph
ramon randolph randall raoul raphael ray raymond reg reggie reginald rene reuben rex rhys ricardo richard rick ricky rob robert roberto robin rodney
roderick roger roland rollo roman ron ronald ronnie ronny rory roscoe roy rudolf rudolph rufus rupert russell ryan salvatore sam sammy samson samuel sancho saul scott
sean sebastian septimus sergei seth shane shaun sheldon sherlock sid sidney siegfried silas simeon simon solomon stanley stefan
stephen steve steven stewart stuart sydney   ted teddy terence terry thaddeus theo theobald theodore thomas thornton  tiger tim timothy tobias
toby todd tom tommy tony travis trevor tristram tyler ulysses uriah valentine vasili vernon victor vincent virgil vladimir wallace wally walter
warren wayne wesley wilbur wilfred wilfrid will willard william willie willoughby willy winston wolfgang xavier zachariah zachary zeke
`;

export const ENGLISH_FEMALE_NAMES = `
abby abigail ada adela adelaide adele adeline adrienne agatha agnes aileen alberta alexandra alice alicia alison allison alma althea
amabel amanda amelia amy anastasia andrea angela angelica angelina anita ann anna annabel annabella anne annette annie antonia
 april arabella ariadne astrid audrey augusta aurelia aurora ava barbara beatrice becky belinda bella bernadette bernice bertha bess
bessie beth betsy bettie betty beulah beverly bianca blanche bonnie brenda bridget brigitte camilla candace carla carlotta carmen carol
caroline carolyn carrie cassandra catharine catherine cathy cecilia cecily celeste celia charity charlotte chloe christabel christina christine cindy
clara clare clarissa claudia clementina clementine colette constance cora cordelia corinne cornelia cressida crystal cynthia daisy dana daphne
dawn deborah debbie deirdre delia delilah della denise desdemona diana diane dinah dolly dolores dora dorcas doreen doris dorothea dorothy
edith edna effie eileen elaine eleanor elena elinor elisabeth eliza elizabeth ella ellen elsa elsie elspeth elvira emilia emily emma emmeline enid erica
erin esmeralda estelle estella esther ethel etta eudora eugenia eugenie eulalia eunice euphemia eva evangeline eve evelina evelyn evie faith fanny fannie
felicia felicity fiona flora florence flossie frances francesca francine freda frieda gabrielle gail genevieve georgette georgia
georgiana georgina geraldine germaine gertrude gertie gillian gina ginny gisela gladys gloria grace greta gretchen guinevere gwen gwendolen gwendolyn hannah
harriet hattie hazel heather hedwig heidi helen helena helene henrietta hermione hester hetty hilary hilda holly honor honora hope hortense
ida imogen ines ingrid irene iris irma isabel isabella isadora ivy jacqueline jane janet janice jean jeanette jeanne jemima jenifer jennie
jennifer jenny jessica jessie jill jo joan joanna jocelyn josephine josie joy joyce juanita judith judy julia juliana julie juliet june
justine  karen karenina kate katharine katherine kathleen kathy katie katrina kay kezia kitty lara laura lavinia leah leila lena leonora
leslie letitia letty lettice lillian lilian lily linda lisa lisbeth livia liz liza lizzie lizzy lois lola lorna lottie lou louisa louise lucia lucilla lucille
lucinda lucretia lucy lulu lydia mabel madeleine madeline madge maggie magdalena malvina mamie manon marcella marcia margaret margery margot marguerite maria
marian marianne marie mariette marigold marilyn marina marion marjorie marta martha mary  matilda mattie maud maude maureen mavis maxine may meg
melanie melinda melissa mercedes mercy meredith mildred millicent millie milly mimi mina minna minnie mira miranda miriam moira mollie molly mona
monica muriel myra myrtle nadia nan nancy nanette naomi natalia natalie natasha nell nellie nelly nettie nicole nina nora norah noreen norma octavia olga
olive olivia olympia opal ophelia pamela pansy patience patricia patsy patty paula paulina pauline pearl peg peggy penelope penny
petunia philippa phoebe phyllis polly polina portia priscilla prudence rachel ramona rebecca regina rhoda rita roberta rosa rosalie rosalind
rosamond rosamund rose rosemary rosie rosina rowena roxana ruby ruth sabina sabrina sadie sally salome samantha sandra sara sarah
selina selma seraphina serena sharon sheila shirley sibyl sidonie sigrid silvia sonia sophia sophie sophy sophronia stella stephanie sue susan
susanna susannah susie suzanne sybil sylvia tabitha tamara tania tatiana teresa tess tessa thea thelma theodora theodosia theresa therese
tilly tina trixie ursula valerie vanessa vera verity verona veronica vicky victoria viola violet virginia vivian vivien wanda wendy wilhelmina
winifred winnie yolanda yvette yvonne zara zelda zena zenobia zoe
`;

function nicknames(lines: string): Map<string, readonly string[]> {
  const map = new Map<string, string[]>();
  for (const line of lines.trim().split("\n")) {
    const [short, ...full] = line.trim().split(/\s+/);
    if (short) map.set(short, full);
  }
  return map;
}

export const ENGLISH_NICKNAMES: ReadonlyMap<string, readonly string[]> = nicknames(`
  lizzy elizabeth eliza
  lizzie elizabeth eliza
  eliza elizabeth
  liz elizabeth
  bess elizabeth
  katherine katharine catherine catharine
  katharine catharine catherine
  catharine catherine
  elisabeth elizabeth
  anne ann
  phillip philip
  steven stephen
  jeffrey geoffrey
  bessie elizabeth
  betsy elizabeth
  betty elizabeth
  beth elizabeth
  kitty catherine katherine katharine
  kate catherine katherine katharine
  katie catherine katherine
  cathy catherine
  kathy katherine
  maggie margaret
  meg margaret
  peggy margaret
  madge margaret
  molly mary
  polly mary
  nancy anne ann
  nan anne ann
  annie anne ann anna
  nell helen eleanor ellen
  nelly helen eleanor ellen
  nellie helen eleanor ellen
  hattie harriet
  harry henry harold
  hal henry
  jenny jane jennifer
  jennie jane
  fanny frances
  fannie frances
  sally sarah
  sadie sarah
  sophy sophia
  lottie charlotte
  letty letitia
  lucy lucia
  millie millicent
  milly millicent mildred
  minnie wilhelmina
  mina wilhelmina
  tilly matilda
  tess theresa
  becky rebecca
  abby abigail
  bertie bertram albert herbert
  bert albert herbert
  bob robert
  bobby robert
  rob robert
  bill william
  billy william
  will william
  willie william
  willy william
  dick richard
  rick richard
  jack john
  johnny john
  johnnie john
  jim james
  jimmy james
  jem james
  jimmie james
  joe joseph
  tom thomas
  tommy thomas
  tim timothy
  ted edward theodore
  teddy edward theodore
  ned edward
  ed edward edwin
  eddie edward
  frank francis
  fred frederick alfred
  freddy frederick
  freddie frederick
  charley charles
  charlie charles
  sam samuel
  sammy samuel
  ben benjamin
  dan daniel
  danny daniel
  dave david
  davy david
  mike michael
  mick michael
  nick nicholas
  pete peter
  phil philip
  matt matthew
  max maximilian
  alec alexander
  alex alexander
  sandy alexander
  andy andrew
  tony anthony
  archie archibald
  gus augustus
  larry lawrence
  laurie lawrence theodore
  len leonard
  ron ronald
  ronny ronald
  ronnie ronald
  reg reginald
  reggie reginald
  steve stephen steven
  stan stanley
  walt walter
  wally walter
  chris christopher christine
  kit christopher catherine
  greg gregory
  geoff geoffrey
  jeff jeffrey
  jerry jeremiah gerald
  josh joshua
  ollie oliver olivia
  nat nathaniel
  pat patrick patricia
  toby tobias
  theo theodore
  vic victor
  dolly dorothy dorothea
  dora dorothea theodora
  effie euphemia
  evie evelyn eva
  jo josephine
  josie josephine
  amy amelia
  winnie winifred
  gertie gertrude
  flossie florence
  flo florence
  vicky victoria
  sue susan
  susie susan
  emmie emily
`);
