// Events of projects: runs, steps, audio of blocks, exports, sounds. Triggers (see the migrations) write them in the
// transaction of the change itself, so no room can forget one and a rollback leaves none. Always true: a client that
// continues from the id of an event gets every later event once, in one order that is the same for all clients, or a reset
// when some of them are no longer stored.

export { listActivity } from "./activity.ts";
export { createEventFollower, type EventFollower } from "./follow.ts";
export { removeEventsOf, removeOldEvents } from "./store.ts";
