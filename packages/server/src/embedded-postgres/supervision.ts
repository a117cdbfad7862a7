import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { awaitFormerServer } from './former-server.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const RESTART_PAUSE_MIN_MS = 100;
const RESTART_PAUSE_MAX_MS = 5_000;
/** A server that ran for this long is not in a crash loop. */
const SETTLED_MS = 30_000;
/** How long the remains of a killed server may prevent a start. */
const REMAINS_MAX_MS = 10_000;

export interface Supervision {
  readonly stop: () => Promise<void>;
}

/** Reported after a restart. */
export const SERVER_IS_BACK = 'PostgreSQL is back';

/** Starts the server and restarts it whenever it ends, until `stop` is called. Rejects when the first start fails. */
export async function superviseServer(
  cluster: Cluster,
  settings: Readonly<Record<string, string>>,
  report: (line: string) => void,
): Promise<Supervision> {
  const stopping = new AbortController();
  let server: ServerProcess | undefined;

  async function start(): Promise<ServerProcess> {
    const since = performance.now();
    for (;;) {
      await awaitFormerServer(cluster, stopping.signal);
      stopping.signal.throwIfAborted();
      server = startServerProcess(cluster, settings);
      try {
        await server.ready;
        return server;
      } catch (error) {
        if (!isAboutRemains(error) || performance.now() - since > REMAINS_MAX_MS) throw error;
      }
      await pause(RESTART_PAUSE_MIN_MS, undefined, { signal: stopping.signal });
    }
  }

  async function keepRunning(first: ServerProcess): Promise<void> {
    let lastWords = await first.ended;
    let pauseMs = RESTART_PAUSE_MIN_MS;
    while (!stopping.signal.aborted) {
      report(`PostgreSQL ended unexpectedly (${lastWords}); restarting it`);
      const since = performance.now();
      try {
        await pause(pauseMs, undefined, { signal: stopping.signal });
        const next = await start();
        report(SERVER_IS_BACK);
        lastWords = await next.ended;
      } catch (error) {
        lastWords = error instanceof Error ? error.message : String(error);
      }
      const settled = performance.now() - since > SETTLED_MS;
      pauseMs = settled ? RESTART_PAUSE_MIN_MS : Math.min(pauseMs * 2, RESTART_PAUSE_MAX_MS);
    }
    await server?.ended;
  }

  const running = keepRunning(await start());
  return {
    stop: () => {
      stopping.abort();
      server?.stop();
      return running;
    },
  };
}

/** Whether a start failed on the remains of a killed server: its processes end a moment later, and its id may be reused by our shell. */
function isAboutRemains(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A lock file that could not be written on a full disk is not such a remainder.
  return (
    /lock file|shared memory block/.test(error.message) && !/No space left/.test(error.message)
  );
}
