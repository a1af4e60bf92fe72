// Casting, delivery directions and sound cues: suggestions computed from the script, never applied here.

export * from "./casting.ts";
export * from "./delivery.ts";
export { DELIVERY_INTENTS, type DeliveryIntent, type IntentEffect, isDeliveryIntent } from "./delivery-intents.ts";
