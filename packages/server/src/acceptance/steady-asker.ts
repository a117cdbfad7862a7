import { setTimeout as pause } from 'node:timers/promises';

export interface SteadyAsker {
  /** Stops asking; resolves when the last answer is in. */
  stop(): Promise<Experience>;
}

export interface Experience {
  readonly answers: number;
  /** Each answer that was not the right one, and each failure. */
  readonly complaints: readonly string[];
  readonly slowestMs: number;
  /** When that one was asked, by the clock of performance.now(). */
  readonly slowestAtMs: number;
}

const INTERVAL_MS = 20;

/** A customer's system that asks fifty times a second, waiting for no answer, and expects this one. */
export function keepAsking(
  url: string | (() => string),
  key: string,
  expected: Readonly<Record<string, string>>,
): SteadyAsker {
  const text = JSON.stringify(expected);
  const complaints: string[] = [];
  const asked: Promise<void>[] = [];
  let slowestMs = 0;
  let slowestAtMs = 0;
  let stopped = false;

  async function ask(): Promise<void> {
    const since = performance.now();
    try {
      const response = await fetch(typeof url === 'string' ? url : url(), {
        headers: { authorization: `Bearer ${key}` },
      });
      const answer = await response.text();
      if (response.status !== 200 || answer !== text)
        complaints.push(`${response.status} ${answer}`);
    } catch (error) {
      complaints.push(String(error));
    }
    const tookMs = performance.now() - since;
    if (tookMs <= slowestMs) return;
    slowestMs = tookMs;
    slowestAtMs = since;
  }

  async function askOn(): Promise<void> {
    while (!stopped) {
      asked.push(ask());
      await pause(INTERVAL_MS);
    }
  }

  const asking = askOn();
  return {
    async stop() {
      stopped = true;
      await asking;
      await Promise.all(asked);
      return { answers: asked.length, complaints, slowestMs, slowestAtMs };
    },
  };
}
