// Accounts and their keys: identifies callers and their scopes.
// Always true: the database stores only hashes of keys and sessions; a revoked or expired key, and a session of it,
// opens nothing from that moment on; a key never has a scope that its creator lacked, nor a longer life.

export { changeAccount, createAccount, grantSnowcoins, listAccounts, managedAccount } from "./administration.ts";
export { createApiKey, listApiKeys, revokeApiKey } from "./api-keys.ts";
export { type Authenticator, createAuthenticator } from "./authenticate.ts";
export { getBalance, getCapabilities, listBalanceEntries } from "./balance.ts";
export { installationSecret } from "./installation-secret.ts";
export { ensureOwner } from "./owner.ts";
export { cancelPairing, createPairing, listSessions, redeemPairing, revokeSession } from "./pairing.ts";
export { getPreferences, getProfile, type Profiles, rememberedProfiles, setPreferences } from "./profile.ts";
export { endSession, openSession, removeEndedSessions, sessionOf } from "./sessions.ts";
export { getStorage, requireStorage, storageLeft, storedBytes } from "./storage.ts";
