// How answers are kept: events and changes refresh them, so nothing is read again by a clock.

import { QueryClient } from "@tanstack/react-query";
import { ClientError } from "./api.ts";

const TRIES = 3;

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < TRIES && error instanceof ClientError && error.retryable,
      },
      mutations: { retry: false },
    },
  });
}
