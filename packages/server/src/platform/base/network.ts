import ipaddr from 'ipaddr.js';

/**
 * Whom limits on calls count as one caller: an IPv4 address, or a network of 64 bits of IPv6, which is
 * what one connection is given. Source: T07.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address); // IPv4 inside of IPv6 is IPv4.
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
