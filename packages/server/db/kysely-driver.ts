// The Kysely driver for these connections. Each query takes the connection of its transaction when it runs.

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { Transactions } from "./transactions.ts";

export function routedDialect(transactions: Transactions): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, affected } = await transactions.withConnection((own) => own.query(query.sql, query.parameters));
      const result = { rows: rows as R[] };
      return affected === null ? result : { ...result, numAffectedRows: BigInt(affected) };
    },
    streamQuery() {
      throw new Error("Streaming is not supported: read in windows instead.");
    },
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

async function refuse(): Promise<void> {
  throw new Error("Use Database.transaction(): it passes the connection to every query inside it.");
}
