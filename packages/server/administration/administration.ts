// Administration of other accounts: their keys, disabling, deletion, the export of all their data. It is above all rooms,
// because a deletion affects every one of them. Always true: the owner cannot be disabled or deleted; a disabled account
// has no access and no public pages from the commit on; the ledger of a deleted account stays.

export { listKeysOf, revokeKeyOf } from "./account-keys.ts";
export { deleteAccount } from "./delete-account.ts";
export { disableAccount, enableAccount } from "./disable-account.ts";
export { exportAccount } from "./export-account.ts";
export { countFailedJobs, listFailedJobs, retryFailedJob } from "./failed-jobs.ts";
