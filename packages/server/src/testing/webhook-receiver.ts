import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly payload: string;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedMessage[];
  close(): Promise<void>;
}

/** An HTTP server on this machine that keeps the requests it receives and answers with `answer`, by default 200. */
export async function startWebhookReceiver(
  answer: (response: ServerResponse, message: ReceivedMessage) => void = (response) =>
    response.end('ok'),
): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = [];
  const server = createServer(async (request, response) => {
    const { url = '', headers } = request;
    const message = { path: url, headers, payload: await text(request) };
    received.push(message);
    answer(response, message);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
