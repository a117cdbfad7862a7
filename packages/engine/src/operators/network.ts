import type { Check } from './operator.ts';

/** Four or sixteen bytes. */
type Address = readonly number[];

interface Network {
  readonly address: Address;
  /** How many bits of an address must be the same. */
  readonly prefix: number;
}

/** `ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255` */
const LONGEST = 45;
const DECIMAL = /^(?:0|[1-9]\d{0,2})$/;
const GROUP = /^[\da-f]{1,4}$/i;
const GROUPS = 8;
/** `::ffff:0:0/96`: the IPv4 addresses as IPv6 has them. */
const MAPPED: Address = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
const MAPPED_BITS = 8 * MAPPED.length;

/**
 * Whether a text is an address of one of the networks; undefined when one of those is none. By hand, because libraries
 * also read octal and short forms, by which filters are evaded. Source: LIF-56.
 */
export function checkNetworks(items: readonly string[]): Check<string> | undefined {
  const networks: Network[] = [];
  for (const item of items) {
    const network = parseNetwork(item);
    if (network === undefined) return undefined;
    networks.push(network);
  }
  return (text) => {
    const address = parseAddress(text);
    return address !== undefined && networks.some((network) => isIn(address, network));
  };
}

/** Reads `10.0.0.0/8`, `2001:db8::/32`, or one address; host bits have no meaning. Undefined for all else. */
export function parseNetwork(text: string): Network | undefined {
  const slash = text.indexOf('/');
  const raw = parseRaw(slash === -1 ? text : text.slice(0, slash));
  if (raw === undefined) return undefined;
  const bits = 8 * raw.length;
  if (slash === -1) return networkOf(raw, bits);
  const length = text.slice(slash + 1);
  const prefix = DECIMAL.test(length) ? Number(length) : Number.NaN;
  return prefix <= bits ? networkOf(raw, prefix) : undefined;
}

/** A network inside `::ffff:0:0/96` is one of IPv4. No other of IPv6 has an address of IPv4 in it. */
function networkOf(raw: Address, prefix: number): Network {
  const isMappedNetwork = isMapped(raw) && prefix >= MAPPED_BITS;
  return isMappedNetwork
    ? { address: raw.slice(MAPPED.length), prefix: prefix - MAPPED_BITS }
    : { address: raw, prefix };
}

/** Reads four decimals without leading zeros, or a form of RFC 4291; no zone, port, bracket or blank. */
function parseAddress(text: string): Address | undefined {
  const raw = parseRaw(text);
  return raw !== undefined && isMapped(raw) ? raw.slice(MAPPED.length) : raw;
}

function parseRaw(text: string): Address | undefined {
  if (text.length > LONGEST) return undefined;
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

function parseIpv4(text: string): Address | undefined {
  const parts = text.split('.');
  const isAddress = parts.length === 4 && parts.every((one) => DECIMAL.test(one) && +one <= 255);
  return isAddress ? parts.map(Number) : undefined;
}

function parseIpv6(text: string): Address | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head = '', tail] = halves;
  const before = parseGroups(head, tail === undefined);
  const after = parseGroups(tail ?? '', true);
  if (before === undefined || after === undefined) return undefined;
  const missing = GROUPS - (before.length + after.length) / 2;
  // Two colons stand for at least one group.
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  return [...before, ...Array<number>(2 * missing).fill(0), ...after];
}

/** The bytes of groups between colons; the last two groups of an address may be written as IPv4. */
function parseGroups(text: string, isEnd: boolean): number[] | undefined {
  const bytes: number[] = [];
  if (text === '') return bytes;
  const groups = text.split(':');
  for (const [index, group] of groups.entries()) {
    if (GROUP.test(group)) {
      const number = Number.parseInt(group, 16);
      bytes.push(number >> 8, number & 0xff);
      continue;
    }
    const ipv4 = isEnd && index === groups.length - 1 ? parseIpv4(group) : undefined;
    if (ipv4 === undefined) return undefined;
    bytes.push(...ipv4);
  }
  return bytes;
}

function isMapped(address: Address): boolean {
  return address.length > 4 && MAPPED.every((byte, index) => address[index] === byte);
}

function isIn(address: Address, { address: network, prefix }: Network): boolean {
  if (address.length !== network.length) return false;
  const whole = prefix >> 3;
  for (let index = 0; index < whole; index++) {
    if (address[index] !== network[index]) return false;
  }
  const shift = 8 - (prefix & 7);
  return shift === 8 || (address[whole] ?? 0) >> shift === (network[whole] ?? 0) >> shift;
}
