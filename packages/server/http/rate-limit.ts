// Token buckets: whoever asks in bursts may, whoever asks all the time is slowed down to the rate.

export interface Rate {
  /** Requests a second in the long run. */
  readonly perSecond: number;
  /** Requests at once after a pause. */
  readonly burst: number;
}

export interface RateLimiter {
  /** 0 when the request may pass, else the whole seconds to wait. */
  take(who: string): number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const MOST_BUCKETS = 10_000;

/**
 * Memory is bounded: above `mostBuckets` the one that was used longest ago is forgotten, which can only be kind to it.
 * @param now milliseconds, never going back
 */
export function createRateLimiter(rate: Rate, now: () => number, mostBuckets = MOST_BUCKETS): RateLimiter {
  // A Map keeps the order of insertion; putting a bucket back moves it to the end.
  const buckets = new Map<string, Bucket>();
  return {
    take(who) {
      const time = now();
      const bucket = buckets.get(who) ?? { tokens: rate.burst, at: time };
      buckets.delete(who);
      buckets.set(who, bucket);
      if (buckets.size > mostBuckets) buckets.delete(buckets.keys().next().value!);
      const gained = (Math.max(0, time - bucket.at) / 1000) * rate.perSecond;
      bucket.tokens = Math.min(rate.burst, bucket.tokens + gained);
      bucket.at = time;
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1;
        return 0;
      }
      return Math.max(1, Math.ceil((1 - bucket.tokens) / rate.perSecond));
    },
  };
}
