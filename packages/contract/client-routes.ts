// The parts of the endpoint table that the client needs. client-routes.json holds them, so that a browser's bundle contains
// neither the schemas nor zod. A test compares the file with the table.

import type { Endpoint } from "./endpoints/endpoint.ts";
import { type EndpointId, endpointRows } from "./endpoints.ts";

export interface ClientRoute {
  readonly method: Endpoint["method"];
  readonly path: string;
  readonly answer: NonNullable<Endpoint["answer"]>;
  readonly needsKey: boolean;
}

export function clientRoutes(): { readonly [id in EndpointId]: ClientRoute } {
  const rows = Object.entries(endpointRows) as [EndpointId, Endpoint][];
  return Object.fromEntries(
    rows.map(([id, { method, path, answer = "data", scope }]) => [
      id,
      { method, path, answer, needsKey: scope !== null } satisfies ClientRoute,
    ]),
  ) as { [id in EndpointId]: ClientRoute };
}
