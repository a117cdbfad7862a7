import { setTimeout as pause } from 'node:timers/promises';

export interface SteadyAsker {
  /** Resolves when all requests so far are answered, with their number. */
  answered(): Promise<number>;
  /** Sends no further request; resolves when the last response has arrived. */
  stop(): Promise<Experience>;
}

export interface Experience {
  readonly answers: number;
  /** Each wrong response and each failed request. */
  readonly complaints: readonly string[];
  readonly slowestMs: number;
  readonly slow: readonly SlowAnswer[];
}

/** A response that took longer than SLOW_MS. */
export interface SlowAnswer {
  readonly url: string;
  /** When the request was sent, by the clock of performance.now(). */
  readonly atMs: number;
  readonly tookMs: number;
}

const INTERVAL_MS = 20;
const SLOW_MS = 100;

/** A customer's system that sends 50 requests a second without waiting for responses, and always expects `expected`. */
export function keepAsking(
  url: string | (() => string),
  key: string,
  expected: Readonly<Record<string, string>>,
): SteadyAsker {
  const text = JSON.stringify(expected);
  const complaints: string[] = [];
  const answers: Promise<void>[] = [];
  const slow: SlowAnswer[] = [];
  let slowestMs = 0;
  let stopped = false;

  async function ask(): Promise<void> {
    const since = performance.now();
    let asked = '';
    try {
      asked = typeof url === 'string' ? url : url();
      const response = await fetch(asked, {
        headers: { authorization: `Bearer ${key}` },
      });
      const answer = await response.text();
      if (response.status !== 200 || answer !== text)
        complaints.push(`${response.status} ${answer}`);
    } catch (error) {
      complaints.push(String(error));
    }
    const tookMs = performance.now() - since;
    slowestMs = Math.max(slowestMs, tookMs);
    if (tookMs > SLOW_MS) slow.push({ url: asked, atMs: since, tookMs });
  }

  async function askOn(): Promise<void> {
    while (!stopped) {
      answers.push(ask());
      await pause(INTERVAL_MS);
    }
  }

  const asking = askOn();
  return {
    async answered() {
      return (await Promise.all(answers)).length;
    },
    async stop() {
      stopped = true;
      await asking;
      await Promise.all(answers);
      return { answers: answers.length, complaints, slowestMs, slow };
    },
  };
}
