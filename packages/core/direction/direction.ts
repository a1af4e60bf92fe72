// Casting, delivery directions and sound cues: suggestions computed from the script, never applied here.

export * from "./casting.ts";
export * from "./delivery.ts";
