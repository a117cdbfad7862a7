import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { freeMemory } from './free-memory.ts';

/**
 * Listens, after the work that would otherwise delay the first requests: on a busy machine, freeing memory takes half a
 * second. A load balancer that got a positive /readyz would send requests in that time.
 */
export async function listen(
  http: FastifyInstance,
  { host, port, nodes }: Pick<Config, 'host' | 'port' | 'nodes'>,
): Promise<void> {
  flushCompileCache();
  freeMemory(); // Before snapshots are read: with three of 10,000 toggles it takes seven times as long.
  await http.ready();
  // With `reusePort` the kernel shares connections between all who listen so.
  const options = { host, port, reusePort: nodes > 1 };
  await http.listen(options);
}

/**
 * Rejects when another program listens on the port. Nodes that share a port would share it with the nodes of another service,
 * too, and each would get some requests that are meant for the other.
 */
export async function requireFreePort({
  host,
  port,
}: Pick<Config, 'host' | 'port'>): Promise<void> {
  const probe = createServer();
  await once(probe.listen({ host, port }), 'listening');
  await once(probe.close(), 'close');
}
