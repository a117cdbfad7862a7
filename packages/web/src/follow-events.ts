import { createBackOff } from '@comporta/client-core/back-off';
import type { Answer } from './answer.ts';
import { isPage, isServer } from './page.ts';
import { readStream } from './read-stream.ts';

/** After this time hidden, a page closes its stream, as the protocol recommends. */
const INACTIVITY_MS = 120_000;
/** Where streams cannot be read, values are asked for after 50 to 70 seconds, so that pages do not ask all at once. */
const POLL_MS = 50_000;
const POLL_SPREAD_MS = 20_000;

interface Following {
  readonly open: (uri: string, signal: AbortSignal) => Promise<Response>;
  /** Called when values may have changed; `told` is the entity tag in the event. */
  readonly refresh: (told?: string) => void;
  /** Requests the values after a while, unless something else requests them before. */
  readonly refreshIn: (ms: number) => void;
  /** Called when a stream fell silent without an end. */
  readonly onSilence: () => void;
  readonly warn: (message: string) => void;
}

export interface EventFollower {
  /**
   * Listens at the address of this answer, if it has one, to changes after its revision. Where streams cannot be read,
   * the values are requested again and again.
   */
  listen(to: Answer): void;
  close(): void;
}

/** Listens to the stream while the page is visible. Refreshes when the page becomes visible or online again. */
export function followEvents(following: Following): EventFollower {
  const { open, refresh, refreshIn, onSilence, warn } = following;
  let uri: string | undefined;
  let listening: AbortController | undefined;
  let inactivity: ReturnType<typeof setTimeout> | undefined;
  const backOff = createBackOff();
  let hasWarned = false;
  let isAsleep = false;

  function stop(): void {
    listening?.abort();
    listening = undefined;
  }

  function complain(): void {
    if (!hasWarned) warn('no stream: values are asked for each minute');
    hasWarned = true;
  }

  async function read(address: string): Promise<void> {
    const mine = new AbortController();
    listening = mine;
    let hasSpoken = false;
    const againMs = await readStream((signal) => open(address, signal), {
      closing: mine,
      onSpoken() {
        hasSpoken = true;
        backOff.reset();
      },
      onData(data) {
        const told = refetchTag(data);
        if (told !== undefined) refresh(told);
      },
    });
    if (mine !== listening) return;
    const wasSilent = hasSpoken && mine.signal.aborted;
    stop(); // Releases the connection of a refusal that nobody reads.
    // The address may no longer be valid; the next response contains the one to use. If that is refused too, there
    // are too many streams or a proxy blocks them: without a back-off this would be an endless loop of requests.
    uri = undefined;
    if (backOff.isRunning()) complain();
    if (wasSilent) onSilence();
    refreshIn(wasSilent ? 0 : againMs + backOff.nextMs());
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
  if (!isServer()) globalThis.addEventListener?.('online', () => refresh(), leaving);
  if (isPage()) {
    document.addEventListener('visibilitychange', onVisibility, leaving);
    // A tab may be opened in the background.
    onVisibility();
  }
  return {
    listen({ streamUri, metadata: { revision }, canStream }) {
      if (streamUri === uri && listening !== undefined) return;
      stop();
      uri = streamUri;
      if (uri === undefined || isAsleep) return;
      if (canStream) void read(revision === undefined ? uri : `${uri}&revision=${revision}`);
      else {
        complain();
        refreshIn(POLL_MS + Math.random() * POLL_SPREAD_MS);
      }
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
