// Japanese: words are not spaced; a tag is a name with its subject mark and a verb of saying beside the quote.

import { languageOfLists } from "./word-lists.ts";

export const JAPANESE = languageOfLists({
  code: "ja",
  functionWords: "",
  speechVerbs: "",
  pronouns: { he: "彼", she: "彼女", they: "彼ら", i: "私 僕 俺" },
  unspaced: {
    letters: "[\\p{Script=Hiragana}\\p{Script=Katakana}]",
    share: 0.2,
    name: "[\\p{Script=Han}\\p{Script=Katakana}ー・]{1,8}(?:さん|くん|ちゃん|様|君|先生)?",
    notNames: "私 僕 俺 彼 彼女 彼ら 誰 皆 声 二人 三人",
    quoting: "(?:と|って)、?",
    subjectMarks: "(?:は|が|も)",
    between: "[^。「」『』]{0,16}?",
    verbs:
      "言った 言う 言って 答えた 答える 聞いた 尋ねた たずねた 叫んだ ささやいた 囁いた つぶやいた 呟いた 話した 笑った 言いました 答えました 聞きました 返した 続けた",
  },
});
