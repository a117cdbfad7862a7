import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Log } from '../platform/base/log.ts';
import { countCalls } from '../platform/base/rate-limit.ts';

/** The ranges that the names of TRUST_PROXY stand for. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['loopback'],
  linklocal: ['linkLocal'],
  uniquelocal: ['uniqueLocal', 'private'],
};
const HOUR_MS = 60 * 60_000;
const WARNINGS_AN_HOUR = 10;
const REMEMBERED_ADDRESSES = 1_000;

/** The proxies that TRUST_PROXY names. */
export interface Proxies {
  isTrusted(address: string | undefined): boolean;
  /** Whether a proxy sends a request of its own, or one whose sender it does not tell. */
  isProxyItself(request: IncomingMessage): boolean;
}

export function proxiesOf(trusted: readonly string[]): Proxies {
  const known = new Map<string, boolean>();

  function isTrusted(address: string | undefined): boolean {
    if (address === undefined || trusted.length === 0) return false;
    const before = known.get(address);
    if (before !== undefined) return before;
    if (known.size >= REMEMBERED_ADDRESSES) known.clear();
    const found = trusted.some((one) => isIn(one, address));
    known.set(address, found);
    return found;
  }

  return {
    isTrusted,
    isProxyItself: ({ headers, socket }) =>
      headers['x-forwarded-for'] === undefined && isTrusted(socket.remoteAddress),
  };
}

function isIn(trusted: string, text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const ranges = RANGES[trusted];
  if (ranges !== undefined) return ranges.includes(address.range());
  const [network, bits] = trusted.includes('/')
    ? ipaddr.parseCIDR(trusted)
    : [ipaddr.process(trusted), undefined];
  if (network.kind() !== address.kind()) return false;
  return bits === undefined
    ? network.toString() === address.toString()
    : address.match([network, bits]);
}

/**
 * Warns of proxies that TRUST_PROXY does not name, because all their users count as one. Anybody may send these headers,
 * so there are only a few warnings an hour.
 */
export function warnOfUnknownProxies(
  http: FastifyInstance,
  { isTrusted }: Proxies,
  log: Log,
): void {
  const ofAddress = countCalls(1, HOUR_MS);
  const ofAll = countCalls(WARNINGS_AN_HOUR, HOUR_MS);
  http.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    const address = raw.socket.remoteAddress;
    const isForwarded = (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined;
    if (isForwarded && address !== undefined && !isTrusted(address)) {
      if (ofAddress(address) === undefined && ofAll('all') === undefined) {
        log.warn(
          { address },
          'requests from this address name other senders, but TRUST_PROXY does not name it: all its users count as one',
        );
      }
    }
    done();
  });
}
