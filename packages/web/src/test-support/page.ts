import { vi } from 'vitest';

type Answer = (request: Request) => Response | Promise<Response>;

/** The parts of a browser page that the client uses. Tests control its network and its events. */
export interface Page {
  /** Responds to requests; throw to simulate a network that is down. */
  answer: Answer;
  readonly requests: readonly Request[];
  /** Time of each request, in milliseconds of the test's clock. */
  readonly askedAt: readonly number[];
  /** The streams opened so far, in order. */
  readonly streams: readonly FakeEventSource[];
  hide(): void;
  show(): void;
  comeOnline(): void;
  leave(): void;
}

export const OFFLINE: Answer = () => {
  throw new TypeError('Failed to fetch');
};

class FakeEventSource {
  readonly CLOSED = 2;
  readonly url: string;
  readyState = 1;
  onopen: (() => void) | undefined;
  onmessage: ((event: { readonly data: string }) => void) | undefined;
  onerror: (() => void) | undefined;

  constructor(url: string) {
    this.url = url;
  }

  close(): void {
    this.readyState = this.CLOSED;
  }

  tell(event: object): void {
    this.onmessage?.({ data: JSON.stringify(event) });
  }

  /** Simulates that the stream is open. */
  open(): void {
    this.onopen?.();
  }

  /** Simulates that the service refused the stream for good. */
  fail(): void {
    this.close();
    this.onerror?.();
  }
}

/** Opens a page with this storage; by default one that was never visited. `vi.unstubAllGlobals()` closes it. */
export function openPage(storage = new Map<string, string>()): Page & {
  readonly storage: Map<string, string>;
} {
  const requests: Request[] = [];
  const askedAt: number[] = [];
  const streams: FakeEventSource[] = [];
  const view = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const page = {
    answer: OFFLINE,
    requests,
    askedAt,
    streams,
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
  vi.stubGlobal(
    'EventSource',
    class extends FakeEventSource {
      constructor(url: string) {
        super(url);
        streams.push(this);
      }
    },
  );
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    requests.push(request);
    askedAt.push(Date.now());
    return page.answer(request);
  });
  return page;
}
