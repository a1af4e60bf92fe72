// The listening certificate: a recogniser that the operator configured listens to every take of a story, and its words are compared
// with the lines. Optional; without a recogniser nothing is asked.
// Always true: a file is asked about once for a recogniser and a language; what was heard changes no take and no script; a check
// continues after a crash and stops within one take when it is cancelled.

export { advanceCertificate } from "./advance.ts";
export { confirmedWords, readConfirmedWords, type Sums } from "./confirmed.ts";
export { cancelCertificate, readCertificate, startCertificate } from "./start.ts";
export { CERTIFICATE_QUEUE, endCertificate, removeOldHeard, runningCertificates } from "./store.ts";
