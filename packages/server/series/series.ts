// Series: people whose voices, names and pronunciations go from book to book, and the stories that belong to them.
// Always true: a series belongs to one account, a project to one series at most; people are proposed for speakers and taken
// over only when a user accepts; an accepted person is an ordinary edit of the cast; a declined pair is never proposed again.

export { answerProposals } from "./answers.ts";
export { restoreSeries, seriesOfProject } from "./bundled-series.ts";
export {
  createSeries,
  deleteSeries,
  listSeries,
  readSeries,
  removeSeriesPerson,
  renameSeries,
  setProjectSeries,
} from "./manage.ts";
export { readProjectSeries } from "./proposals.ts";
export { savePeople } from "./save-people.ts";
export { putMatchesBack } from "./store.ts";
