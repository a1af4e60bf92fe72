// Chinese: words are not spaced; a tag is a name and a verb of saying beside the quote.

import { languageOfLists } from "./word-lists.ts";

export const CHINESE = languageOfLists({
  code: "zh",
  functionWords: "",
  speechVerbs: "",
  pronouns: { he: "他", she: "她", they: "他们 她们", i: "我" },
  unspaced: {
    letters: "\\p{Script=Han}",
    share: 0.3,
    name: "[\\p{Script=Han}·]{2,6}?",
    notNames: "我 你 他 她 它 我们 你们 他们 她们 大家 有人 众人 谁 这 那 于是 然后 忽然 突然 接着",
    quoting: "",
    subjectMarks: "",
    between:
      "(?:笑着|哭着|大声|小声|低声|轻声|高声|连忙|急忙|忙|又|也|便|就|才|却|点头|摇头|点点头|摇摇头|回头|冷冷地|慢慢地|轻轻地|对\\p{Script=Han}{1,4}|向\\p{Script=Han}{1,4}|\\p{Script=Han}{1,3}地|，)?",
    verbs: "说道 问道 答道 回答道 笑道 喊道 叫道 叹道 骂道 回答 说 道 问 答 喊 叫 嚷 骂 低语 嘟囔 叹息",
  },
});
