// What happens in projects, for those who listen: runs, steps, audio of blocks, exports, sounds. The events are written
// by triggers (see the migrations), in the transaction of the change itself, so that no room can forget to tell and
// none tells what was rolled back. What always holds: whoever goes on from an event's id gets everything after it, in
// one order that is the same for all, once; or is told that some of it is not kept any more.

export { createEventFollower, type EventFollower } from "./follow.ts";
export { removeEventsOf, removeOldEvents } from "./store.ts";
