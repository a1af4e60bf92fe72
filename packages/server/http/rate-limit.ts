// Token buckets: whoever asks in bursts may, whoever asks all the time is slowed down to the rate.

export interface Rate {
  /** Requests a second in the long run. */
  readonly perSecond: number;
  /** Requests at once after a pause. */
  readonly burst: number;
}

/** A rate told in requests a minute, all of which may come at once; undefined for 0, no limit. */
export const perMinute = (requests: number): Rate | undefined =>
  requests === 0 ? undefined : { perSecond: requests / 60, burst: requests };

export interface RateLimiter {
  /** 0 when the request may pass, else the whole seconds to wait. */
  take(who: string): number;
  /** What take() would answer, without taking anything. */
  wait(who: string): number;
}

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

const MOST_BUCKETS = 10_000;

/**
 * Memory is bounded: above `mostBuckets` the one that was used longest ago is forgotten, which can only be kind to it.
 * @param now milliseconds, never going back
 */
export function createRateLimiter(rate: Rate, now: () => number, mostBuckets = MOST_BUCKETS): RateLimiter {
  // A Map keeps the order of insertion; putting a bucket back moves it to the end.
  const buckets = new Map<string, Bucket>();
  const filled = (bucket: Bucket | undefined, time: number): number => {
    if (bucket === undefined) return rate.burst;
    return Math.min(rate.burst, bucket.tokens + (Math.max(0, time - bucket.at) / 1000) * rate.perSecond);
  };
  const secondsUntilOne = (tokens: number) => (tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / rate.perSecond)));
  return {
    take(who) {
      const time = now();
      const bucket = buckets.get(who);
      const tokens = filled(bucket, time);
      const seconds = secondsUntilOne(tokens);
      buckets.delete(who);
      buckets.set(who, { tokens: seconds === 0 ? tokens - 1 : tokens, at: time });
      if (buckets.size > mostBuckets) buckets.delete(buckets.keys().next().value!);
      return seconds;
    },
    wait: (who) => secondsUntilOne(filled(buckets.get(who), now())),
  };
}
