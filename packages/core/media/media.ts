// What a block's audio is made of (intent), and whether the audio it has is still that (freshness).

export * from "./spoken-text.ts";
