// The story that an empty library offers, in the language of the studio.

import letzteFaehre from "../../../../examples/die-letzte-faehre.txt?raw";
import lighthouse from "../../../../examples/the-lighthouse.txt?raw";
import { language } from "../i18n/i18n.ts";

export const exampleStory = (): { readonly title: string; readonly text: string } =>
  language === "de" ? { title: "Die letzte Fähre", text: letzteFaehre } : { title: "The Lighthouse", text: lighthouse };
