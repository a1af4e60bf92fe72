// What an administrator does to other people's accounts: their keys, disabling, deletion, the export of all their data.
// It stands above all rooms, because a deletion reaches into every one of them.
// Always true: the owner can be neither disabled nor deleted; a disabled account can do nothing and shows nothing from
// the commit on; the ledger of a deleted account stays.

export { listKeysOf, revokeKeyOf } from "./account-keys.ts";
export { deleteAccount } from "./delete-account.ts";
export { disableAccount, enableAccount } from "./disable-account.ts";
export { exportAccount } from "./export-account.ts";
