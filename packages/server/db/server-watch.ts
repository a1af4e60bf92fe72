// Notices a database server that disappeared without closing its connections (power, network). The system repeats what was sent to it
// for about 15 minutes before a statement fails; requests and jobs would wait as long.

/** A statement that runs for longer is a reason to look. */
const LONG_MS = 15_000;
/** The server counts as gone when this many looks in a row get no answer. */
const UNANSWERED = 3;

interface WatchedServer {
  /** Whether the server answers a new connection, with a refusal too. Settles within some seconds. */
  readonly answers: () => Promise<boolean>;
  /** Called when the connections are given up, with the number of statements. */
  readonly onGone: (statements: number) => void;
  /** Milliseconds. */
  readonly now: () => number;
}

export interface ServerWatch {
  /** Runs a statement. `giveUp` makes it fail; it is called when the server is gone. */
  run<T>(statement: () => Promise<T>, giveUp: () => void): Promise<T>;
  /** To be called every few seconds. Does nothing while no statement runs for long. */
  look(): Promise<void>;
}

export function watchServer({ answers, onGone, now }: WatchedServer): ServerWatch {
  const running = new Set<{ readonly since: number; readonly giveUp: () => void }>();
  const long = () => [...running].filter(({ since }) => now() - since > LONG_MS);
  let unanswered = 0;
  let isLooking = false;
  return {
    async run(statement, giveUp) {
      const entry = { since: now(), giveUp };
      running.add(entry);
      try {
        return await statement();
      } finally {
        running.delete(entry);
      }
    },
    async look() {
      if (isLooking) return;
      if (long().length === 0) {
        unanswered = 0;
        return;
      }
      isLooking = true;
      try {
        unanswered = (await answers()) ? 0 : unanswered + 1;
      } finally {
        isLooking = false;
      }
      if (unanswered < UNANSWERED) return;
      unanswered = 0;
      const given = long();
      onGone(given.length);
      for (const { giveUp } of given) giveUp();
    },
  };
}
