import { createBackOff } from '@comporta/client-core/back-off';
import { isPage } from './page.ts';

/** A page that is hidden so long lets go of its stream, as the protocol asks. */
const INACTIVITY_MS = 120_000;

interface Following {
  readonly open: (uri: string) => EventSource;
  /** Something may have changed; `told` is what the event named. */
  readonly refresh: (told?: string) => void;
}

export interface EventFollower {
  /** Listens there from now on, to what is newer than the revision; undefined when nobody says where. */
  listenAt(uri: string | undefined, revision: number | undefined): void;
  close(): void;
}

/** Listens to the stream while the page is looked at, and asks again after it was not, or was offline. */
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
      // While it reconnects by itself it names what it knew last, and is told what it missed.
      if (mine.readyState !== EventSource.CLOSED || mine !== source) return;
      // The address is of no use any more: the next answer says the new one. Where that is refused, too, there are too
      // many streams, or none that comes through: who asked at once would ask for ever.
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

/** What an event names when it says that values may have changed. */
function refetchTag(data: string): string | undefined {
  try {
    const { type, etag } = JSON.parse(data);
    return type === 'refetchEvaluation' ? String(etag ?? '') : undefined;
  } catch {
    return undefined; // Of another kind than we know.
  }
}
