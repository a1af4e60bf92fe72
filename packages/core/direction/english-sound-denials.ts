// English words that show that a sound is not heard now: it is denied, compared, supposed, planned, remembered or usual.

/** In the same clause before the sound, or inside the words of the sound. */
export const DENIED_BEFORE =
  /\b(?:no|not|never|without|neither|nor|nobody|no-one|none|nothing|hardly|scarcely|barely|rarely|seldom|cannot|like|as if|as though|than|if|unless|lest|would|could|might|should|may|can|must|will|shall|shan['’]t|won['’]t|had|refus(?:e|ed|ing)|fail(?:ed|s)?|(?:ceased|stopped)(?= (?:to|\w+ing))|instead of)\b|n['’]t\b/;

/** In the same clause before the sound: the next words are a thought, a wish, a plan, a question, a report or a memory. */
export const ONLY_TOLD_BEFORE =
  /\b(?:told|tells|telling|described?|describing|remember(?:ed|ing|s)?|recall(?:ed|ing|s)?|recollect(?:ed|ion)?|memory of|memories of|dream(?:ed|t|ing|s)?|imagin(?:e|ed|ing)|fanc(?:y|ied)|wonder(?:ed|ing|s)?|ask(?:ed|ing|s)?|thought (?:of|that|about)|think(?:ing)? of|talk(?:ed|ing)? (?:of|about)|sp(?:eak|oke|eaking) (?:of|about)|read (?:of|about)|wrote (?:of|about|that)|written (?:of|about|that)|wish(?:ed|ing|es)?|hop(?:ed|ing|es)|fear(?:ed|ing|s)?|dread(?:ed|ing)?|afraid|promised?|mean(?:t|ing)? to|about to|ready to|going to|threaten(?:ed|ing)?|agreed|resolv(?:ed|ing)|desired?|plann(?:ed|ing)|plans? to|intend(?:ed|ing)?|decided|wait(?:ed|ing)? for|listen(?:ed|ing)? for|watch(?:ed|ing)? for|expect(?:ed|ing)?|in case|for fear|pretend(?:ed|ing)?|suppos(?:ed|e|ing)|order(?:ed|s)|demand(?:ed|s)|painting|picture|photograph|story of|stories of|tales? of|news of|rumou?rs? of|idea of|sign of|signal|mention(?:ed)?|the age of|the days of|reminded|suggest(?:ed|ing|ive)|resembl(?:ed|ing)|kind of|sort of|seem(?:ed|s)? (?:to|like)|appear(?:ed|s)? to (?:be|him|her|me|them|us|have)|almost|nearly|used to)\b/;

/** Anywhere in the sentence: the event is frequent, permanent, scheduled, or long ago. */
export const USUAL_OR_LONG_AGO =
  /\b(?:used to|always|often|usually|generally|frequently|sometimes|occasionally|as a rule|whenever|every (?:day|night|morning|evening|afternoon|time|hour|year|week|month|summer|winter|spring|autumn|sunday|saturday|few|other|now)|each (?:day|night|morning|evening|afternoon|time|hour|year|week)|(?:once|twice|three times|four times|several times|many times) (?:a|an|every|each) (?:hour|day|night|week|month|year)|on (?:\w+ )?(?:nights|days|evenings|mornings|sundays|mondays|saturdays|fridays|holidays|market days)|of an evening|at nights|in those days|in the old days|in (?:winter|summer|spring|autumn) the|years ago|months ago|weeks ago|days ago|hours? (?:ago|before|earlier)|long ago|last (?:year|winter|summer|spring|autumn|week|month|night)|the (?:day|night|week|year|winter|summer) before|at \w+ (?:every|each) day|tomorrow|next (?:day|week|year|time)|all (?:her|his|my|their) life|nowadays|daily|nightly|all day long|day and night|day after day|day by day|night after night|at intervals)\b/;

/** A condition at the beginning of a sentence: the whole sentence is supposed. */
export const SUPPOSED_SENTENCE =
  /^\W*(?:in (?:the|his|her|my|this|a) (?:book|story|novel|film|picture|painting|dream|poem|song|play|game),?|if|unless|suppose|supposing|had (?:the|a|he|she|they|it|i|we|any)|were (?:the|a|he|she|they|it|i|we)|should (?:the|a|he|she|they|it|i|we|any)|(?:when|after|before|as soon as|once|then)\b[^.;]*\b(?:would|will|shall)) /;

/** After the sound, in its sentence: it makes no noise after all, or is imagined. */
export const DENIED_BEHIND =
  /^[^.;:—]*?(?:, (?:too, )?(?:she|he|they|i|we) (?:wondered|thought|imagined|fancied|supposed|dreamed|dreamt|remembered)\b|\bwithout (?:a|any|the least|the slightest|making a) (?:sound|noise)\b|\b(?:noiselessly|soundlessly|silently|in silence|inaudibly)\b|\b(?:nobody|no one|none) (?:heard|could hear)\b|^[^,]{0,30}\b(?:in|at|through|behind|inside|of|within|from) (?:the back of |the depths of |the bottom of )?(?:his|her|my|their|your|its|our|a man's|the) (?:\w+ )?(?:mind|head|brain|soul|memory|memories|thoughts?|voice|eyes|imagination|dreams?|conscience|spirit|blood|veins|heart|life|map|picture|painting|photograph|book|story|song|poem|film)\b)/;
