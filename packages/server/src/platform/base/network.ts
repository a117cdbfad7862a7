import ipaddr from 'ipaddr.js';

/**
 * The network that rate limits count as one client: an IPv4 address, or the /64 network of an IPv6 address, because
 * providers assign a /64 to one connection. Source: T07.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address); // Converts an IPv4-mapped IPv6 address to IPv4.
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
