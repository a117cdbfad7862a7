import type { AddressInfo } from 'node:net';
import { constants, type NodeGCPerformanceDetail, PerformanceObserver } from 'node:perf_hooks';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { listen, requireFreePort } from './listen.ts';

interface Detailed {
  readonly detail: NodeGCPerformanceDetail;
}

it('OPS-06: memory is freed before the server listens, and not while clients wait', async () => {
  const freedAt: number[] = [];
  const observer = new PerformanceObserver((list) => {
    // All entries of type `gc` have this detail.
    for (const entry of list.getEntries()) {
      const { startTime, duration, detail } = entry as typeof entry & Detailed;
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) freedAt.push(startTime + duration);
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  const http = fastify();
  const since = performance.now();
  let listeningAt = 0;
  http.server.once('listening', () => {
    listeningAt = performance.now();
  });
  await listen(http, { host: '127.0.0.1', port: 0, nodes: 1 });
  await expect
    .poll(() => freedAt.filter((at) => since < at && at <= listeningAt).length)
    .toBeGreaterThan(0);
  observer.disconnect();
  await http.close();
});

it('SCL-20: nodes share a port with each other, and with no other service', async () => {
  const host = '127.0.0.1';
  const [first, second] = [fastify(), fastify()];
  await listen(first, { host, port: 0, nodes: 2 });
  const [{ port } = { port: 0 }] = first.addresses() as AddressInfo[];
  await listen(second, { host, port, nodes: 2 });
  await expect(requireFreePort({ host, port })).rejects.toMatchObject({
    syscall: 'listen',
    code: 'EADDRINUSE',
    port,
  });
  await expect(listen(fastify(), { host, port, nodes: 1 })).rejects.toThrow('EADDRINUSE');
  await Promise.all([first.close(), second.close()]);
  await requireFreePort({ host, port });
});
