import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Rejection } from '../platform/base/rejection.ts';
import type { NetworkAddress } from '../platform/config/setting-shapes.ts';

export interface Metrics {
  /** The media type of the text. */
  readonly type: string;
  readonly text: string;
}

/** Rejects with UNAUTHORIZED. */
type ReadMetrics = (authorization: string | undefined) => Promise<Metrics>;

/** A separate server with `GET /metrics` only, for a network that only the operator can reach. */
export function openMetricsAddress({ host, port }: NetworkAddress, read: ReadMetrics) {
  const server = createServer((request, response) => {
    answer(request, response, read).catch(() => response.destroy());
  });
  return {
    async listen(): Promise<void> {
      try {
        await once(server.listen(port, host), 'listening');
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`METRICS_LISTEN cannot be used: ${reason}`);
      }
    },
    async close(): Promise<void> {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, read: ReadMetrics) {
  if (request.method !== 'GET' || request.url !== '/metrics') {
    response.writeHead(404).end();
    return;
  }
  try {
    const { type, text } = await read(request.headers.authorization);
    response.writeHead(200, { 'content-type': type }).end(text);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    response.writeHead(401).end();
  }
}
