// Server-sent events for the typed client. It uses fetch because a browser's EventSource cannot send a key. After a lost
// connection it reconnects without missing an event.

/** One event of an event stream. */
export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

export interface EventConnection {
  /** Opens the stream after this id. @throws ClientError */
  readonly open: (lastEventId: string | null) => Promise<Response>;
  /** Whether to retry after `open` threw this error. */
  readonly isPassing: (error: unknown) => boolean;
  readonly signal?: AbortSignal | undefined;
  readonly lastEventId: string | null;
  /** Called once, when the stream is open for the first time: later changes come as events. */
  readonly onOpen?: (() => void) | undefined;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Reconnects after lost connections until the signal aborts, the caller stops iterating, or the server refuses finally. */
export async function* followEvents<Event extends StreamedEvent>(connection: EventConnection): AsyncGenerator<Event> {
  const { signal } = connection;
  let lastEventId = connection.lastEventId;
  let pause = FIRST_PAUSE_MS;
  let isOpened = false;
  while (!signal?.aborted) {
    try {
      const response = await connection.open(lastEventId);
      for await (const message of readMessages(response)) {
        pause = FIRST_PAUSE_MS;
        lastEventId = message.id ?? lastEventId;
        if (!isOpened) connection.onOpen?.();
        isOpened = true;
        if (message.event === null || message.data === null) continue;
        yield { id: lastEventId ?? "", event: message.event, data: JSON.parse(message.data) } as Event;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!connection.isPassing(error)) throw error;
    }
    await rest(pause, signal);
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
  }
}

interface Message {
  readonly id: string | null;
  readonly event: string | null;
  readonly data: string | null;
}

/** Parses the messages of a stream whose lines end with LF. Drops an unfinished last message. */
export async function* readMessages(response: Response): AsyncGenerator<Message> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      const messages = text.split("\n\n");
      text = messages.pop() ?? "";
      for (const message of messages) yield parse(message);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parse(message: string): Message {
  const fields: { [name: string]: string } = {};
  for (const line of message.split("\n")) {
    const [, name, value = ""] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    fields[name] = name === "data" && fields.data !== undefined ? `${fields.data}\n${value}` : value;
  }
  return { id: fields.id ?? null, event: fields.event ?? null, data: fields.data ?? null };
}

function rest(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
}
