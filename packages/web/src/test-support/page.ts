import { vi } from 'vitest';

type Answer = (request: Request) => Response | Promise<Response>;

/** The parts of a browser page that the client uses. Tests control its network and its events. */
export interface Page {
  /** Responds to requests; throw to simulate a network that is down. */
  answer: Answer;
  /** Responds to a stream that was opened. */
  answerStream: (stream: FakeStream) => Response;
  /** The requests other than streams. */
  readonly requests: readonly Request[];
  /** Time of each request, in milliseconds of the test's clock. */
  readonly askedAt: readonly number[];
  /** The streams opened so far, in order. */
  readonly streams: readonly FakeStream[];
  hide(): void;
  show(): void;
  comeOnline(): void;
  leave(): void;
}

export const OFFLINE: Answer = () => {
  throw new TypeError('Failed to fetch');
};

/** As the service does: it writes at once, and a heartbeat every 20 seconds. */
export const SPEAKING = (stream: FakeStream): Response => {
  stream.say('id: 1\nretry: 2000\n\n');
  stream.beat();
  return stream.response();
};

/** As a proxy that holds everything back. */
export const SILENT = (stream: FakeStream): Response => stream.response();

class FakeStream {
  readonly url: string;
  isOpen = true;
  /** Set it to simulate a connection on which nothing arrives any more. */
  isFrozen = false;
  readonly #body: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor({ url, signal }: Request) {
    this.url = url;
    this.#body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
    });
    signal.addEventListener('abort', () => this.break());
  }

  response(): Response {
    return new Response(this.#body, { headers: { 'content-type': 'text/event-stream' } });
  }

  beat(): void {
    const beating = setInterval(() => {
      if (this.isOpen && !this.isFrozen) this.say(': still here\n\n');
      else clearInterval(beating);
    }, 20_000);
  }

  say(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  tell(event: object): void {
    this.say(`event: message\ndata: ${JSON.stringify(event)}\n\n`);
  }

  /** Simulates that the service ended the stream. */
  end(): void {
    this.isOpen = false;
    this.#controller?.close();
  }

  /** Simulates that the connection broke, or that the page ended it. */
  break(): void {
    if (this.isOpen) this.#controller?.error(new TypeError('network error'));
    this.isOpen = false;
  }
}

/** Opens a page with this storage; by default one that was never visited. `vi.unstubAllGlobals()` closes it. */
export function openPage(storage = new Map<string, string>()): Page & {
  readonly storage: Map<string, string>;
} {
  const view = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const page = {
    ...openNetwork(),
    storage,
    hide: () => turn('hidden'),
    show: () => turn('visible'),
    comeOnline: () => view.dispatchEvent(new Event('online')),
    leave: () => view.dispatchEvent(new Event('pagehide')),
  };

  function turn(visibility: string): void {
    document.visibilityState = visibility;
    document.dispatchEvent(new Event('visibilitychange'));
  }

  vi.stubGlobal('document', document);
  vi.stubGlobal('addEventListener', view.addEventListener.bind(view));
  vi.stubGlobal('removeEventListener', view.removeEventListener.bind(view));
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work, 16));
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => void storage.set(name, text),
  });
  stubFetch(page);
  return page;
}

/** A runtime without a document, with this navigator and none of the globals that are named. */
export function openRuntime(navigator: object, missing: readonly string[] = []): Network {
  const network = openNetwork();
  for (const name of ['document', 'localStorage', 'requestAnimationFrame', ...missing]) {
    vi.stubGlobal(name, undefined);
  }
  vi.stubGlobal('navigator', navigator);
  stubFetch(network);
  return network;
}

export type Network = ReturnType<typeof openNetwork>;

function openNetwork() {
  const requests: Request[] = [];
  const askedAt: number[] = [];
  const streams: FakeStream[] = [];
  return { answer: OFFLINE, answerStream: SPEAKING, requests, askedAt, streams };
}

function stubFetch(network: Network): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    if (new URL(url).pathname === '/ofrep/v1/events') {
      const stream = new FakeStream(request);
      network.streams.push(stream);
      return network.answerStream(stream);
    }
    network.requests.push(request);
    network.askedAt.push(Date.now());
    return network.answer(request);
  });
}
