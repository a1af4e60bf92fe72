// Prepares repeated statements. They are parsed once for several runs, and sent in one protocol message instead of six. The
// messages are most of the cost of a short statement.

import { type PGlite, protocol } from "@electric-sql/pglite";

/** The number of statements to keep. Each takes some ten kilobytes. The least recently used are dropped. */
const MOST = 300;
/** The longest prepared statement. A longer one has a list of parameters, whose length differs each time. */
const LONGEST = 4_000;

/**
 * Runs that PostgreSQL plans for the given parameters, before it may keep one generic plan
 * (https://www.postgresql.org/docs/18/sql-prepare.html, Notes). A plan made while a table was short would later read the
 * whole table, so the statement is parsed again before that. (plan_cache_mode would also plan the checks of foreign keys
 * each time, which is slow.)
 */
const TIMES_PLANNED = 5;

interface Prepared {
  readonly name: string;
  /** How often it ran since it was parsed. */
  runs: number;
  /** Object ids of types. */
  readonly parameters: readonly number[];
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

export interface Answer {
  readonly rows: unknown[];
  /** Rows that were inserted, updated or deleted. */
  readonly affected: number;
}

export interface Statements {
  /** One statement with its parameters. @throws what PGlite's query throws */
  query(sql: string, parameters: readonly unknown[]): Promise<Answer>;
  /** Drops all prepared statements. Call it before the tables change. */
  forget(): Promise<void>;
}

export function createStatements(database: PGlite): Statements {
  /** By text, the most recently used last. Null: seen once. */
  const known = new Map<string, Prepared | null>();
  let made = 0;

  const send = (messages: readonly Uint8Array[]) =>
    database.execProtocolStream(Buffer.concat([...messages, protocol.serialize.sync()]), { syncToFs: false });

  const prepare = async (sql: string): Promise<Prepared> => {
    made += 1;
    const name = `statement_${made}`;
    const messages = await send([
      protocol.serialize.parse({ name, text: sql }),
      protocol.serialize.describe({ type: "S", name }),
    ]);
    let parameters: readonly number[] = [];
    let fields: Prepared["fields"] = [];
    for (const message of messages) {
      if (message instanceof protocol.messages.ParameterDescriptionMessage) parameters = message.dataTypeIDs;
      if (message instanceof protocol.messages.RowDescriptionMessage) fields = message.fields;
    }
    return { name, runs: 0, parameters, fields };
  };

  const close = (name: string) => protocol.serialize.close({ type: "S", name });

  const execute = async (sql: string, prepared: Prepared, parameters: readonly unknown[]) => {
    const { name, parameters: types } = prepared;
    const values = parameters.map((value, index) => wire(value, database.serializers[types[index] ?? 0]));
    const anew = prepared.runs === TIMES_PLANNED;
    prepared.runs = anew ? 1 : prepared.runs + 1;
    try {
      return await send([
        ...(anew ? [close(name), protocol.serialize.parse({ name, text: sql })] : []),
        protocol.serialize.bind({ statement: name, values }),
        protocol.serialize.execute({}),
      ]);
    } catch (error) {
      if (anew) {
        // It is unknown whether PostgreSQL parsed it.
        known.set(sql, null);
        await send([close(name)]);
      }
      throw error;
    }
  };

  const run = async (sql: string, prepared: Prepared, parameters: readonly unknown[]): Promise<Answer> => {
    const messages = await execute(sql, prepared, parameters);
    const { fields } = prepared;
    const parsers = fields.map((field) => database.parsers[field.dataTypeID]);
    const rows: unknown[] = [];
    let affected = 0;
    for (const message of messages) {
      if (message instanceof protocol.messages.DataRowMessage) {
        const row: Record<string, unknown> = {};
        for (const [index, { name, dataTypeID }] of fields.entries()) {
          const text = message.fields[index] ?? null;
          const parse = parsers[index];
          row[name] = text === null || parse === undefined ? text : parse(text, dataTypeID);
        }
        rows.push(row);
      } else if (message instanceof protocol.messages.CommandCompleteMessage) affected = changedRows(message.text);
    }
    return { rows, affected };
  };

  /** Prepares a statement that was seen before, and drops old ones. */
  const prepared = async (sql: string): Promise<Prepared> => {
    const found = known.get(sql) ?? (await prepare(sql));
    known.delete(sql);
    known.set(sql, found);
    for (const [oldest, dropped] of known) {
      if (known.size <= MOST) break;
      known.delete(oldest);
      if (dropped !== null) await send([close(dropped.name)]);
    }
    return found;
  };

  return {
    query: async (sql, parameters) => {
      if (sql.length <= LONGEST) {
        if (known.has(sql)) return database.runExclusive(async () => run(sql, await prepared(sql), parameters));
        known.set(sql, null);
      }
      const result = await database.query(sql, [...parameters]);
      return { rows: result.rows, affected: result.affectedRows ?? 0 };
    },
    forget: async () => {
      await database.exec("deallocate all");
      known.clear();
    },
  };
}

/** As in PGlite's query. */
function wire(value: unknown, serialize: ((value: unknown) => string) | undefined): string | null {
  if (value === null || value === undefined) return null;
  return serialize === undefined ? String(value) : serialize(value);
}

/** The tag of a command ends in a count: "INSERT 0 5", "UPDATE 3". The count of "SELECT 2" is not of changed rows. */
function changedRows(tag: string): number {
  return /^(?:INSERT|UPDATE|DELETE|MERGE) /.test(tag) ? Number(tag.slice(tag.lastIndexOf(" ") + 1)) : 0;
}
