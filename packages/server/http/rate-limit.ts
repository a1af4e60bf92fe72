// Token buckets: a client may send a burst after a pause; one that keeps sending is slowed down to the rate.

export interface Rate {
  /** Requests a second in the long run. */
  readonly perSecond: number;
  /** Requests at once after a pause. */
  readonly burst: number;
}

/** A rate in requests a minute, all of which may come at once; undefined for 0, which means no limit. */
export const perMinute = (requests: number): Rate | undefined =>
  requests === 0 ? undefined : { perSecond: requests / 60, burst: requests };

export interface RateLimiter {
  /** Takes one token. Returns 0 when the request may pass, else the whole seconds to wait. */
  take(client: string): number;
  /** Gives back a token that was taken. */
  giveBack(client: string): void;
}

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

const MOST_BUCKETS = 10_000;

/**
 * Memory is bounded: above `mostBuckets` the least recently used bucket is dropped, which can only let more through.
 * @param now milliseconds, never decreasing
 */
export function createRateLimiter(rate: Rate, now: () => number, mostBuckets = MOST_BUCKETS): RateLimiter {
  // A Map keeps the order of insertion; deleting and setting a bucket moves it to the end.
  const buckets = new Map<string, Bucket>();
  const filled = (bucket: Bucket | undefined, time: number): number => {
    if (bucket === undefined) return rate.burst;
    return Math.min(rate.burst, bucket.tokens + (Math.max(0, time - bucket.at) / 1000) * rate.perSecond);
  };
  return {
    take(client) {
      const time = now();
      const tokens = filled(buckets.get(client), time);
      const seconds = tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / rate.perSecond));
      buckets.delete(client);
      buckets.set(client, { tokens: seconds === 0 ? tokens - 1 : tokens, at: time });
      if (buckets.size > mostBuckets) buckets.delete(buckets.keys().next().value!);
      return seconds;
    },
    giveBack(client) {
      const bucket = buckets.get(client);
      if (bucket !== undefined) buckets.set(client, { ...bucket, tokens: Math.min(rate.burst, bucket.tokens + 1) });
    },
  };
}
