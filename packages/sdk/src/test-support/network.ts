import { setTimeout as pause } from 'node:timers/promises';

export type Answer = (request: Request) => Response | Promise<Response>;

export interface Network {
  readonly fetch: typeof fetch;
  /** Method, path and query of each request, in order. */
  readonly requests: readonly string[];
  answer: Answer;
}

/** A network whose server responds with `answer`. As with a real one, a request can be aborted. */
export function networkWith(answer: Answer): Network {
  const requests: string[] = [];
  const network: Network = {
    requests,
    answer,
    async fetch(url, init) {
      const request = new Request(url, init);
      const { pathname, search } = new URL(request.url);
      requests.push(pathname + search);
      return Promise.race([network.answer(request), aborted(request.signal)]);
    },
  };
  return network;
}

/** No route to the service. */
export const UNREACHABLE: Answer = () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
};

/** A server that accepts the request and never responds. */
export const SILENT: Answer = () => new Promise(() => {});

/** A stream that sends this text and then nothing, until it is aborted. */
export function streamOf(text: string, { signal }: Request): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

async function aborted(signal: AbortSignal): Promise<never> {
  while (!signal.aborted) await pause(5, undefined, { ref: false });
  throw signal.reason;
}
