// Signing in and out.

export const session = {
  signIn: "Sign in",
  signOut: "Sign out",
  key: "Key",
  keyHint:
    "A key starts with fc_; the first start of the server prints one and keeps it in the file data/owner-key. Or enter a code that Account shows on another device.",
  codeRefused:
    "This code was used already, or its ten minutes are over. Make a new one under Account on the other device.",
  keyNotStored: "The key is sent once and not kept in this browser.",
  keyMissing: "Enter the key.",
  welcome: "A story, read by a cast.",
  ended: "Your session has ended",
  endedHint: "Sign in again to go on. What you were doing is still here.",
  serverAway: "The server does not answer.",
  serverAwaySafe: "Everything that was saved is safe.",
};
