// Words of English narration for things and persons that make sounds, as parts of regular expressions.

export const THE = "(?:the|a|an|his|her|their|my|our|its|one|another)";
export const DOOR = `${THE} (?:[\\w-]+ ){0,2}(?:door|gate)`;
export const PERSON = "(?!(?:was|were|been|be|being|got|had|get)\\b)[\\w'’]+";
export const GUN =
  "(?:guns?|pistols?|rifles?|muskets?|revolvers?|shotguns?|carbines?|winchesters?|blunderbuss|six-shooters?|derringer)";
export const CANNON = "(?:cannons?|artillery|battery|mortars?|howitzers?|the guns|big guns?|naval guns?)";
export const COUNT = "(?:<count>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|midnight|noon|midday)";
export const CAR =
  "(?:car|motor-?car|lorry|truck|taxi|taxicab|van|automobile|jeep|limousine|sedan|motor-?cycle|motor-?bike)";
export const HORSE = "(?:horses?|mare|stallion|pony|ponies|gelding|steed|charger|riders?|horsem[ae]n|cavalry|troop)";
export const COACH =
  "(?:carriage|coach|cart|waggon|wagon|cab|hansom|chaise|gig|stagecoach|barouche|brougham|trap|dog-cart|buggy)";
export const DOG =
  "(?:dogs?|terrier|hounds?|mastiff|spaniel|puppy|collie|bulldog|sheepdog|watch-?dogs?|poodle|retriever|greyhound)";
export const GLASS =
  "(?:glass|windows?|window-?panes?|panes?|bottles?|mirror|vase|jug|lamp|tumbler|goblet|decanter|chandelier)";
export const FRAGILE = `(?:${GLASS}|plates?|cups?|dish|dishes|saucer|teapot|crockery|china)`;
