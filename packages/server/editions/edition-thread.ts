// The thread that compares a book with the scripts of a story.

import { type EditionChapter, type EditionPlan, type EditionSection, planEdition } from "@fullcast/core/edition";
import { answerJobs } from "../compute/thread-side.ts";

export interface EditionJob {
  readonly sections: readonly EditionSection[];
  readonly chapters: readonly EditionChapter[];
}

answerJobs<EditionJob, EditionPlan>(({ sections, chapters }) => planEdition(sections, chapters));
