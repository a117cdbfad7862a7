import { createBackOff } from '@comporta/client-core/back-off';
import { isPage } from './page.ts';

/** After this time hidden, a page closes its stream, as the protocol recommends. */
const INACTIVITY_MS = 120_000;

interface Following {
  readonly open: (uri: string) => EventSource;
  /** Called when values may have changed; `told` is the entity tag in the event. */
  readonly refresh: (told?: string) => void;
}

export interface EventFollower {
  /** Listens at this address, to changes after the revision. Undefined means that the service gave no address. */
  listenAt(uri: string | undefined, revision: number | undefined): void;
  close(): void;
}

/** Listens to the stream while the page is visible. Refreshes when the page becomes visible or online again. */
export function followEvents({ open, refresh }: Following): EventFollower {
  let uri: string | undefined;
  let source: EventSource | undefined;
  let inactivity: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  const backOff = createBackOff();
  let wasRefused = false;
  let isAsleep = false;

  function stop(): void {
    clearTimeout(again);
    source?.close();
    source = undefined;
  }

  function listen(revision: number | undefined): void {
    if (uri === undefined || isAsleep) return;
    const mine = open(revision === undefined ? uri : `${uri}&revision=${revision}`);
    source = mine;
    mine.onopen = () => {
      wasRefused = false;
      backOff.reset();
    };
    mine.onmessage = ({ data }) => {
      const told = refetchTag(data);
      if (told !== undefined) refresh(told);
    };
    mine.onerror = () => {
      // While the browser reconnects by itself, it sends the last event id, and receives what it missed.
      if (mine.readyState !== mine.CLOSED || mine !== source) return;
      // The address is no longer valid; the next response contains a new one. If that is refused too, there are too
      // many streams or a proxy blocks them: without a back-off this would be an endless loop of requests.
      stop();
      uri = undefined;
      again = setTimeout(refresh, wasRefused ? backOff.nextMs() : 0);
      wasRefused = true;
    };
  }

  function onVisibility(): void {
    clearTimeout(inactivity);
    if (document.visibilityState === 'hidden') {
      inactivity = setTimeout(() => {
        isAsleep = true;
        stop();
      }, INACTIVITY_MS);
    } else if (isAsleep) {
      isAsleep = false;
      refresh();
    }
  }

  const leaving = new AbortController();
  if (isPage()) {
    document.addEventListener('visibilitychange', onVisibility, leaving);
    addEventListener('online', () => refresh(), leaving);
    // A tab may be opened in the background.
    onVisibility();
  }
  return {
    listenAt(next, revision) {
      if (next === uri && source !== undefined) return;
      stop();
      uri = next;
      listen(revision);
    },
    close() {
      stop();
      clearTimeout(inactivity);
      leaving.abort();
    },
  };
}

/** The entity tag of an event that says that values may have changed; undefined for other events. */
function refetchTag(data: string): string | undefined {
  try {
    const { type, etag } = JSON.parse(data);
    return type === 'refetchEvaluation' ? String(etag ?? '') : undefined;
  } catch {
    return undefined; // Not one of our events.
  }
}
