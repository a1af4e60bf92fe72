// The body of a mutation. Every mutation accepts the three fields of the conventions. A row that requires one of them
// declares it in its own shape.

import { z } from "zod";
import { schemaVersion1, uuid } from "./primitives.ts";

const ACCEPTED = {
  schema_version: schemaVersion1.optional().meta({ description: "Accepted at every mutation. If present, it is 1." }),
  actor_session_id: uuid.optional().meta({ description: "Accepted at every mutation. Has no effect here." }),
  client_mutation_id: uuid.optional().meta({ description: "Accepted at every mutation. Has no effect here." }),
};

type Accepted = typeof ACCEPTED;
type Wide<Shape extends z.ZodRawShape> = z.ZodObject<Omit<Accepted, keyof Shape> & Shape, z.core.$strict>;
type Own<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape, z.core.$strict>>;

/** A strict object with these fields. The other fields of the conventions are accepted and left out of the result. */
export function mutationBody<Shape extends z.ZodRawShape>(shape: Shape) {
  const wide = z.strictObject({ ...ACCEPTED, ...shape }) as unknown as Wide<Shape>;
  const unused = Object.keys(ACCEPTED).filter((name) => !Object.hasOwn(shape, name));
  return wide.transform((body): Own<Shape> => {
    const own: { [name: string]: unknown } = { ...body };
    for (const name of unused) delete own[name];
    return own as Own<Shape>;
  });
}
