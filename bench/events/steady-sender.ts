import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { print } from '../service/numbers.ts';
import type { Sending } from './sender.ts';

const EVENTS_A_CALL = 10;

interface Sent {
  readonly stored: number;
  /** Calls that were not stored: refused or failed. */
  readonly refused: number;
}

/**
 * Sends new events from a thread of its own as independent systems do: ten per call, with calls as a Poisson process.
 * autocannon, in contrast, sends all calls of a second at the beginning of that second.
 */
export function sendSteadily(sending: Required<Omit<Sending, 'unit'>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: sending });
    worker.on('error', reject);
    worker.on('message', ({ stored, refused }: Sent) => {
      if (refused > 0) print(`  (${refused} calls were asked to come again)`);
      resolve(stored);
    });
  });
}

async function send({
  url,
  key,
  seconds,
  eventsPerSecond,
}: Required<Omit<Sending, 'unit'>>): Promise<Sent> {
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const statuses: Promise<number>[] = [];
  const betweenMs = (EVENTS_A_CALL * 1_000) / eventsPerSecond;
  const since = performance.now();
  const nextMs = () => -Math.log(1 - Math.random()) * betweenMs;
  for (let atMs = 0; atMs < seconds * 1_000; atMs += nextMs()) {
    const waitMs = since + atMs - performance.now();
    if (waitMs > 1) await pause(waitMs);
    statuses.push(
      new Promise((resolve) => {
        request(`${url}/api/events`, { method: 'POST', headers, agent }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0));
        })
          .on('error', () => resolve(0))
          .end(newCall());
      }),
    );
  }
  const all = await Promise.all(statuses);
  agent.destroy();
  const stored = all.filter((status) => status === 200).length;
  return { stored: stored * EVENTS_A_CALL, refused: all.length - stored };
}

function newCall(): string {
  const uid = randomUUID();
  const at = new Date().toISOString();
  const events = Array.from({ length: EVENTS_A_CALL }, (_, place) => ({
    type: 'track',
    id: `${uid}-${place}`,
    key: 'purchase',
    uid,
    at,
  }));
  return JSON.stringify({ events });
}

if (parentPort !== null && workerData?.eventsPerSecond !== undefined) {
  parentPort.postMessage(await send(workerData));
}
