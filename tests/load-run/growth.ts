// Pure: whether what the processes use grows.

import { median } from "../../bench/measurement.ts";

/** What all processes of the product use at one moment. */
export interface Resources {
  /** Proportional set size of all processes with their children. */
  readonly memoryMb: number;
  /** Open files and connections. */
  readonly descriptors: number;
  readonly temporaryFiles: number;
  /** The folder of the embedded database; null for a PostgreSQL server. */
  readonly databaseMb: number | null;
}

export interface Growth {
  readonly first: Resources;
  readonly last: Resources;
  readonly most: Resources;
}

/** Caches and code are filled in this share of the time. */
const WARM_UP = 0.25;
/** The medians of this share at the beginning and at the end are compared: single samples differ by what runs at the moment. */
const COMPARED = 0.2;

/** @param samples at equal intervals, at least one */
export function growthOf(samples: readonly Resources[]): Growth {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP));
  const count = Math.max(1, Math.floor(warm.length * COMPARED));
  return {
    first: combined(warm.slice(0, count), median),
    last: combined(warm.slice(-count), median),
    most: combined(samples, (values) => Math.max(...values)),
  };
}

function combined(samples: readonly Resources[], one: (values: readonly number[]) => number): Resources {
  const sizes = samples.flatMap(({ databaseMb }) => (databaseMb === null ? [] : [databaseMb]));
  return {
    memoryMb: one(samples.map(({ memoryMb }) => memoryMb)),
    descriptors: one(samples.map(({ descriptors }) => descriptors)),
    temporaryFiles: one(samples.map(({ temporaryFiles }) => temporaryFiles)),
    databaseMb: sizes.length === 0 ? null : one(sizes),
  };
}

/** In percent of the first value. */
export const percentMore = (first: number, last: number): number => (last / first - 1) * 100;
