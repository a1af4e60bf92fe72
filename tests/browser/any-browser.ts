// What the tests of every browser share. It opens no browser.

import { createServer } from "node:net";

interface Place {
  readonly projectId: string;
  readonly sectionId: string;
}

export const chapterPath = ({ projectId, sectionId }: Place) => `/stories/${projectId}/chapters/${sectionId}`;

/** The player's element is not in the page; its calls are seen here. */
export const KEEP_SOUND = `{
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () { window.sound = this; return play.call(this); };
}`;
export const heardFor = (seconds: number) => `window.sound?.currentTime > ${seconds} && !window.sound.paused`;

/** A port that is free now, for a server that is closed and started again on it. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createServer();
    listener.once("error", reject);
    listener.listen(0, "127.0.0.1", () => {
      const address = listener.address();
      listener.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
