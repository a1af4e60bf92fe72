// Under which name the sessions of the account are cached.

export const sessionsKey = ["sessions"];
