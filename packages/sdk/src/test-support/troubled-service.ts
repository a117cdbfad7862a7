import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { snapshotOf } from './snapshots.ts';

/** A service with the failures of a network, each under its own path. */
export interface TroubledService {
  readonly url: string;
  /** Paths in the order of the requests. */
  readonly requests: readonly string[];
  close(): void;
}

const HEARTBEAT_MS = 100;

/**
 * `/lively` works. `/frozen` sends its revision and then nothing. `/stalled` announces revision 2 and sends only the
 * start of that snapshot. `/moved` redirects every request to `/elsewhere`.
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
  const { port } = server.address() as AddressInfo; // It listens on a port, so the address is an object.
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
