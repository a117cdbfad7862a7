import type { Log } from '../../platform/base/log.ts';
import type { Pulse } from '../../platform/base/pulse.ts';
import type { ClickHouse } from './clickhouse.ts';

const ASK_MS = 1_000;

/**
 * Asks again and again whether ClickHouse answers. It is away from the first question without an answer, which may take
 * five seconds, until the next one that has one: meanwhile callers need not wait. Source: SCL-41.
 */
export function watchClickHouse(
  clickhouse: Pick<ClickHouse, 'read'>,
  log: Log,
): Pick<Pulse, 'away' | 'onAway'> & { close(): void } {
  const callbacks = new Set<() => void>();
  let why: Error | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function goAway(error: unknown): void {
    const wasThere = why === undefined;
    why = error instanceof Error ? error : new Error(String(error));
    if (!wasThere) return;
    log.warn({ err: error }, 'ClickHouse does not answer; events are answered 503');
    for (const callback of callbacks) callback();
  }

  async function ask(): Promise<void> {
    await clickhouse.read('select 1').then(() => {
      if (why !== undefined) log.info('ClickHouse answers again');
      why = undefined;
    }, goAway);
    if (!isClosed) later();
  }

  function later(): void {
    timer = setTimeout(ask, ASK_MS);
    timer.unref();
  }

  later();
  return {
    away: () => why,
    onAway(callback) {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      callbacks.clear();
    },
  };
}
