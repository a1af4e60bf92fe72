// Signing in and out.

export const session = {
  signIn: "Sign in",
  signOut: "Sign out",
  key: "Key",
  keyHint: "Starts with fc_. The first start of the server prints it and keeps it in the file data/owner-key.",
  keyNotStored: "The key is sent once and not kept in this browser.",
  keyMissing: "Enter the key.",
  welcome: "A story, read by a cast.",
  ended: "Your session has ended",
  endedHint: "Sign in again to go on. What you were doing is still here.",
  serverAway: "The server does not answer.",
  serverAwaySafe: "Everything that was saved is safe.",
};
