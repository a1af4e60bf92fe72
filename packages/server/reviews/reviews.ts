// Review links: a reader without an account reads and hears a project and comments on its lines.

export {
  addReviewComment,
  createReviewLink,
  deleteReviewComment,
  listReviewLinks,
  revokeReviewLink,
} from "./review-links.ts";
export { reviewRoutes } from "./review-routes.ts";
