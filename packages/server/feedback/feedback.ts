// Feedback to the operator of this installation, with images. What always holds: an attachment is a whole image that
// was decoded before it was kept; nothing of feedback is ever served to anybody but in the list of its own account.

export { forgetStrayAttachments, removeFeedbackOf, uploadAttachment } from "./attachments.ts";
export { listFeedback, sendFeedback } from "./send-feedback.ts";
