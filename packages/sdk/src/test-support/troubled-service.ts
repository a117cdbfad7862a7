import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { snapshotOf } from './snapshots.ts';

/** A service that fails in the ways a network does, each below a path of its own. */
export interface TroubledService {
  readonly url: string;
  /** Paths in the order they were asked for. */
  readonly requests: readonly string[];
  close(): void;
}

const HEARTBEAT_MS = 100;

/**
 * `/lively` is well. `/frozen` says its revision and nothing more. `/stalled` announces a revision
 * and answers half of it. `/moved` sends everybody to `/elsewhere`.
 */
export async function startTroubledService(): Promise<TroubledService> {
  const requests: string[] = [];
  const streams = new Set<NodeJS.Timeout>();

  function openStream(response: ServerResponse, revision: number): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`event: revision\ndata: {"revision":${revision}}\n\n`);
  }

  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    const [, place, api] = /^\/(\w+)\/api\/sdk\/(\w+)/.exec(url) ?? [];
    if (place === 'moved') {
      response.writeHead(302, { location: '/elsewhere' }).end();
    } else if (api === 'stream') {
      openStream(response, place === 'stalled' ? 2 : 1);
      if (place !== 'lively') return;
      const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT_MS);
      streams.add(heartbeat);
      response.on('close', () => clearInterval(heartbeat));
    } else {
      const json = JSON.stringify(snapshotOf());
      response.writeHead(200, { 'content-type': 'application/json' });
      if (url.endsWith('?revision=2')) response.write(json.slice(0, 50));
      else response.end(json);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close() {
      for (const heartbeat of streams) clearInterval(heartbeat);
      server.close();
      server.closeAllConnections();
    },
  };
}
