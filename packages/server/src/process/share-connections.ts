import type { Server } from 'node:http';
import type { Log } from '../platform/base/log.ts';
import { networkOf } from '../platform/base/network.ts';
import { countCalls } from '../platform/base/rate-limit.ts';
import type { Proxies } from './proxies.ts';

const HOUR_MS = 60 * 60_000;

/**
 * Accepts so many connections. One network holds at most three times what is free, so that it alone leaves a quarter for
 * others; its further ones are closed at once. A proxy that TRUST_PROXY names has as many as it needs. Source: FAIR-10.
 */
export function shareConnections(
  server: Server,
  most: number,
  { proxies, log }: { readonly proxies: Proxies; readonly log: Log },
): void {
  const mayWarn = countCalls(1, HOUR_MS);
  const byNetwork = new Map<string, number>();
  let all = 0;
  server.maxConnections = most;
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return; // It has ended already.
    const network = networkOf(remoteAddress);
    const held = byNetwork.get(network) ?? 0;
    if (held + 1 > 3 * (most - all) && !proxies.isTrusted(remoteAddress)) {
      socket.destroy();
      if (mayWarn('all') === undefined)
        log.warn({ network, held }, 'a network holds most connections; further ones are closed');
      return;
    }
    all += 1;
    byNetwork.set(network, held + 1);
    socket.once('close', () => {
      all -= 1;
      const left = (byNetwork.get(network) ?? 0) - 1;
      if (left > 0) byNetwork.set(network, left);
      else byNetwork.delete(network);
    });
  });
}
