import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export interface Balancer {
  /** The URL of the next node in turn, of those that reported ready; throws when no node is ready. */
  next(): string;
  close(): Promise<void>;
}

const ASK_EVERY_MS = 200;
const CHART = new URL(
  '../../../../deploy/helm/comporta/templates/deployment.yaml',
  import.meta.url,
);
const [, READINESS] =
  /readinessProbe:\s+httpGet: \{ path: (\S+),/.exec(readFileSync(CHART, 'utf8')) ?? [];

/** A load balancer: it sends requests to the nodes whose last response to the chart's readiness probe was a success. */
export async function balance(urls: readonly string[]): Promise<Balancer> {
  let ready: readonly string[] = [];
  let turn = 0;
  let closed = false;

  async function ask(): Promise<void> {
    const answers = await Promise.all(urls.map(isReady));
    ready = urls.filter((_url, index) => answers[index]);
  }

  async function askOn(): Promise<void> {
    while (!closed) {
      await ask();
      await pause(ASK_EVERY_MS);
    }
  }

  await ask();
  const asking = askOn();
  return {
    next() {
      turn++;
      const url = ready[turn % ready.length];
      if (url === undefined) throw new Error('no node is ready');
      return url;
    },
    close() {
      closed = true;
      return asking;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}${READINESS}`)).ok;
  } catch {
    return false;
  }
}
