// Feedback to the operator of this installation, with images. Always true: an attachment was decoded as a whole image
// before it was stored; feedback appears only in the list of its own account.

export { forgetStrayAttachments, removeFeedbackOf, uploadAttachment } from "./attachments.ts";
export { listFeedback, sendFeedback } from "./send-feedback.ts";
