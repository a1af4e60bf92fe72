// Which IP addresses belong to the public internet, and which to this machine. Pure.

import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IPv4 ranges that are not public unicast (IANA registry of special-purpose addresses). */
const NOT_PUBLIC_IPV4: readonly (readonly [net: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Ranges within 2000::/3 that are not public, or that carry an IPv4 address. */
const NOT_PUBLIC_IPV6: readonly (readonly [net: string, bits: number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const notPublic = new BlockList();
for (const [net, bits] of NOT_PUBLIC_IPV4) notPublic.addSubnet(net, bits, "ipv4");
for (const [net, bits] of NOT_PUBLIC_IPV6) notPublic.addSubnet(net, bits, "ipv6");

const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");

/**
 * Whether an IP address is public unicast. IPv6 addresses outside 2000::/3 are not: that refuses mapped, translated,
 * unique local, link-local and multicast addresses, and those with a zone.
 * @param address IPv4 or IPv6, without brackets; any other text is not public
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  return globalIpv6.check(address, "ipv6") && !notPublic.check(address, "ipv6");
}

/** Whether an IP address is one of 127.0.0.0/8 or ::1. Mapped addresses are not. */
export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || (isIPv4(address) && address.startsWith("127."));
}
