import type { Log } from '../../platform/base/log.ts';
import { NodeFailed, WRONG_CONFIGURATION } from '../start-failure.ts';

/** One of several nodes, as a process of its own. */
export interface NodeProcess {
  /** Resolves with the line for the person who started the service. Never, if the node ends before. */
  readonly ready: Promise<string>;
  readonly ended: Promise<NodeEnd>;
  /** Asks it to stop. */
  stop(): void;
  /** Says that the database was restarted. */
  tellOfRestart(): void;
}

export interface NodeEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Source: SCL-21. */
const RESTART_MIN_MS = 1_000;
const RESTART_MAX_MS = 30_000;
/** A node that ran for this long is not in a crash loop. */
const SETTLED_MS = 60_000;

interface Kept {
  readonly count: number;
  /** Starts the node of this place, from 1. */
  readonly start: (place: number) => NodeProcess;
  readonly log: Log;
}

export interface Nodes {
  /** Resolves with the welcome line when all are ready for the first time. Rejects with NodeFailed. */
  readonly ready: Promise<string>;
  /** Rejects with NodeFailed when all have to end. */
  readonly failed: Promise<never>;
  tellOfRestart(): void;
  /** Asks all nodes to stop at once; resolves when they have ended. */
  stop(): Promise<void>;
}

/** Keeps so many nodes running: one that ends is started again, after a pause that grows. */
export function keepNodes({ count, start, log }: Kept): Nodes {
  const stopping = new AbortController();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {}); // Not everybody waits for it.
  const current = new Map<number, NodeProcess>();
  let areReady = false;

  /** Before all were ready once, a node that cannot start ends the others, as it ends a service that is alone. */
  const isLasting = ({ code }: NodeEnd) =>
    code === WRONG_CONFIGURATION || (!areReady && code !== null && code !== 0);

  async function keep(place: number, firstReady: (welcome: string) => void): Promise<void> {
    let pauseMs = RESTART_MIN_MS;
    while (!stopping.signal.aborted) {
      const sinceMs = performance.now();
      const node = start(place);
      current.set(place, node);
      void node.ready.then(firstReady);
      const end = await node.ended;
      current.delete(place);
      if (stopping.signal.aborted) return;
      if (isLasting(end)) return failed.reject(new NodeFailed(end.code ?? 1));
      if (performance.now() - sinceMs > SETTLED_MS) pauseMs = RESTART_MIN_MS;
      log.warn({ node: place, ...end, pauseMs }, 'a node ended; it starts again after a pause');
      await pauseUnless(stopping.signal, pauseMs);
      pauseMs = Math.min(2 * pauseMs, RESTART_MAX_MS);
    }
  }

  const firsts = Array.from({ length: count }, () => Promise.withResolvers<string>());
  const running = Promise.all(firsts.map((first, index) => keep(index + 1, first.resolve)));
  const all = Promise.all(firsts.map(({ promise }) => promise)).then(([welcome = '']) => {
    areReady = true;
    return welcome;
  });

  return {
    ready: Promise.race([all, failed.promise]),
    failed: failed.promise,
    tellOfRestart() {
      for (const node of current.values()) node.tellOfRestart();
    },
    async stop() {
      stopping.abort();
      for (const node of current.values()) node.stop();
      await running;
    },
  };
}

/** Resolves after the time, or as soon as the signal is aborted. */
function pauseUnless(signal: AbortSignal, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
