import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Resolve = (hostname: string) => Promise<readonly string[]>;

/** The host of a webhook is, or resolves only to, addresses that are not allowed. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  /** False when the host is a name: whoever is told that it has such an address learns which internal names exist. */
  readonly isLiteral: boolean;

  constructor(hostname: string, isLiteral: boolean) {
    super(hostname);
    this.isLiteral = isLiteral;
  }
}

export interface WebhookAddresses {
  /**
   * Whether a webhook may be saved. Returns false when its host is a refused address. Names are not resolved: one that does
   * not exist and one with a refused address are saved alike, and fail alike when they are called.
   */
  mayCall(url: string): boolean;
  /** The allowed addresses of a URL's host. Rejects with AddressRefused when it has none, or with the error of the DNS. */
  resolve(url: URL): Promise<readonly string[]>;
  /** `resolve` as a lookup function for sockets, so that the checked address is the one that is connected to. */
  lookup(ports: PortKind): LookupFunction;
}

/** On hosts outside the allowed networks, only ports that web servers use may be called. */
export type PortKind = 'web' | 'other';

/** Ports above 1023 on which databases listen. Some databases would execute a line of an HTTP request as a command. */
const DATABASE_PORTS = new Set([
  1433, 1521, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5433, 5984, 6379, 6380, 6432, 7000, 7001,
  8086, 9042, 9092, 9200, 9300, 11211, 26379, 26257, 27017, 27018, 27019, 28015, 33060, 50000,
]);

export function portKindOf({ port, protocol }: URL): PortKind {
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  if (number === 80 || number === 443) return 'web';
  return number >= 1024 && !DATABASE_PORTS.has(number) ? 'web' : 'other';
}

/**
 * Prevents webhooks from reaching the service's own network. Refuses loopback, private and link-local addresses (where
 * clouds serve credentials) and all others that are not public, except those in `allowedNetworks`.
 */
export function guardWebhookAddresses(
  allowedNetworks: readonly string[],
  resolveName: Resolve = askDns,
): WebhookAddresses {
  const networks = allowedNetworks.map((network) => ipaddr.parseCIDR(network));

  function isAllowed(text: string, ports: PortKind): boolean {
    const address = unwrapped(ipaddr.parse(text));
    if (networks.some((network) => contains(network, address))) return true;
    return ports === 'web' && isPublic(address);
  }

  async function resolve(hostname: string, ports: PortKind): Promise<readonly string[]> {
    const literals = literalsOf(hostname);
    const addresses = literals ?? (await resolveName(hostname));
    const allowed = addresses.filter((address) => isAllowed(address, ports));
    if (allowed.length === 0) throw new AddressRefused(hostname, literals !== undefined);
    return allowed;
  }

  return {
    resolve: (url) => resolve(url.hostname, portKindOf(url)),
    mayCall(url) {
      if (!URL.canParse(url)) return false;
      const parsed = new URL(url);
      const { username, password } = parsed;
      // The request would not send them, and they could end up in logs.
      if (username !== '' || password !== '') return false;
      const [ports, literals] = [portKindOf(parsed), literalsOf(parsed.hostname)];
      if (literals === undefined) return ports === 'web' || networks.length > 0;
      return literals.some((address) => isAllowed(address, ports));
    },
    lookup: (ports) => (hostname, options, callback) => {
      resolve(hostname, ports).then(
        (addresses) => {
          const found = addresses.map((address) => ({
            address,
            family: ipaddr.parse(address).kind() === 'ipv4' ? 4 : 6,
          }));
          const [first] = found;
          if (first === undefined) callback(new Error(`${hostname} has no address`), '');
          else if (options.all) callback(null, found);
          else callback(null, first.address, first.family);
        },
        (error: Error) => callback(error, ''),
      );
    },
  };
}

/** The addresses of a host that is one, or that everybody knows; undefined for any other name. */
function literalsOf(hostname: string): readonly string[] | undefined {
  if (LOCAL_NAME.test(hostname)) return ['127.0.0.1', '::1'];
  const literal = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(literal) ? [literal] : undefined;
}

const LOCAL_NAME = /^(.+\.)?localhost\.?$/i;
const DNS_TIMEOUT_MS = 1_500;
const DNS_TRIES = 2;
const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });

/**
 * Queries the name servers directly. The lookup of the operating system would occupy the threads that also hash
 * passwords, so that a few dead name servers could block logins. The drawback is that /etc/hosts and
 * search domains are ignored.
 */
async function askDns(hostname: string): Promise<readonly string[]> {
  const answers = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  const addresses = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? answer.value : [],
  );
  if (addresses.length === 0 && answers[0].status === 'rejected') throw answers[0].reason;
  return addresses;
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function unwrapped(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
    ? address.toIPv4Address()
    : address;
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Formally a public address, but in Azure it is always the host of the virtual machine. */
const AZURE_HOST = '168.63.129.16';

/** NAT64, 6to4 and Teredo addresses do not count as public, because they can embed any IPv4 address. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv6
    ? address.match(GLOBAL_UNICAST)
    : address.toString() !== AZURE_HOST;
}

function contains([network, bits]: [Address, number], address: Address): boolean {
  return network instanceof ipaddr.IPv4
    ? address instanceof ipaddr.IPv4 && address.match(network, bits)
    : address instanceof ipaddr.IPv6 && address.match(network, bits);
}
