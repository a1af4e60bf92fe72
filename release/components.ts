// The list of components of a release (CycloneDX), as npm reads it from the lock file, and their licences.

export interface Components {
  readonly components: readonly Component[];
  readonly metadata: { readonly component: object; readonly [name: string]: unknown };
  readonly [name: string]: unknown;
}

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly (
    | { readonly license: { readonly id?: string; readonly name?: string } }
    | { readonly expression: string }
  )[];
  readonly [name: string]: unknown;
}

/** npm does not know the licences of these. Read in the packages themselves. */
const LICENCES: { readonly [name: string]: string } = { "@shinyoshiaki/jspack": "BSD-3-Clause" };

/**
 * Without the moment and the random number of the list, and without the name of the folder, which npm takes for that of the
 * program: two lists of one state of the sources are equal.
 */
export function plainComponents({ serialNumber: _random, ...list }: Components, name: string): Components {
  const { timestamp: _moment, ...metadata } = list.metadata;
  const components = list.components.map((one) => {
    const known = LICENCES[one.name];
    return known === undefined || one.licenses?.length ? one : { ...one, licenses: [{ license: { id: known } }] };
  });
  return { ...list, metadata: { ...metadata, component: { ...metadata.component, name } }, components };
}

export function licenceOf({ licenses = [] }: Component): string {
  const names = licenses.map((one) =>
    "expression" in one ? one.expression : (one.license.id ?? one.license.name ?? ""),
  );
  return names.filter((name) => name !== "").join(" and ") || "not stated";
}

/** A table for people. */
export function licenceList({ components }: Components): string {
  const rows = components
    .filter(({ name }) => !name.startsWith("@fullcast/"))
    .map((one) => `| ${one.name} | ${one.version} | ${licenceOf(one)} |`)
    .sort();
  return [
    "# Licences of the packages that Fullcast uses",
    "",
    "npm installs them beside Fullcast. NOTICE lists data and voices.",
    "",
    "| package | version | licence |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
