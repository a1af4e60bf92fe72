/** The part of autocannon (which brings no types) that the benchmark uses. */
declare module "autocannon" {
  interface Load {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly headers?: { readonly [name: string]: string };
  }
  interface Report {
    readonly requests: { readonly average: number };
    readonly latency: { readonly p99: number };
    readonly non2xx: number;
    readonly errors: number;
  }
  export default function autocannon(load: Load): Promise<Report>;
}
