import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type MeasuredShop,
  PURCHASE,
  TOGGLE,
} from '@comporta/server/acceptance/two-companies/measured-shop';

/** What a company saw of its service for some seconds; durations in ms. */
export interface Experience {
  readonly evaluations: readonly number[];
  readonly saves: readonly number[];
  readonly lists: readonly number[];
  readonly results: readonly number[];
  /** Events that were answered 200. */
  readonly acknowledged: number;
  /** Calls with an event that were refused and sent again. */
  readonly putOff: number;
  /** Events that were never acknowledged. */
  readonly lost: number;
  /** Every refusal of something else than events, by status and code. */
  readonly refused: Readonly<Record<string, number>>;
}

const EVALUATIONS_A_SECOND = 100;
const EVENTS_A_SECOND = 20;
const PAGES_A_SECOND = 2;
const AGAIN_MS = 50;
const AGAIN_MOST = 600;

/** Uses the service evenly, as a company does: it asks and reports without waiting, and a person lists, looks and saves. */
export async function experience(shop: MeasuredShop, seconds: number): Promise<Experience> {
  const agent = new Agent({ keepAlive: true });
  const refused: Record<string, number> = {};
  const [evaluations, saves, lists, results]: number[][] = [[], [], [], []];
  let [acknowledged, putOff, lost] = [0, 0, 0];

  async function send(path: string, key: string, body?: object): Promise<Sent> {
    const since = performance.now();
    const answer = await call(agent, `${shop.url}${path}`, key, body);
    return { ...answer, tookMs: performance.now() - since };
  }

  /** Measures one call into a list. */
  async function time(into: number[] | undefined, sending: Promise<Sent>): Promise<void> {
    const { status, code, tookMs } = await sending;
    into?.push(tookMs);
    if (status < 400) return;
    refused[`${status} ${code}`] = (refused[`${status} ${code}`] ?? 0) + 1;
  }

  async function report(): Promise<void> {
    const at = new Date().toISOString();
    const event = { type: 'track', id: randomUUID(), key: PURCHASE, uid: `u-${randomUUID()}`, at };
    for (let again = 0; again < AGAIN_MOST; again += 1) {
      const { status } = await send('/api/events', shop.environmentKey, { events: [event] });
      if (status === 200) {
        acknowledged += 1;
        return;
      }
      putOff += 1;
      await pause(AGAIN_MS);
    }
    lost += 1;
  }

  const evaluate = () =>
    time(
      evaluations,
      send(`/ofrep/v1/evaluate/flags/${TOGGLE}`, shop.environmentKey, {
        context: { targetingKey: `u-${randomUUID()}` },
      }),
    );
  const application = `/api/apps/${shop.appId}`;
  const experiment = `${application}/envs/${shop.envId}/experiments/${shop.experimentId}`;
  await Promise.all([
    evenly(seconds, EVALUATIONS_A_SECOND, evaluate),
    evenly(seconds, EVENTS_A_SECOND, report),
    evenly(seconds, PAGES_A_SECOND, () =>
      time(
        saves,
        send(`${application}/properties`, shop.token, {
          key: `k-${randomUUID()}`,
          type: 'STRING',
        }),
      ),
    ),
    evenly(seconds, PAGES_A_SECOND, () => time(lists, send('/api/apps', shop.token))),
    evenly(seconds, PAGES_A_SECOND, () => time(results, send(`${experiment}/results`, shop.token))),
  ]);
  agent.destroy();
  const seen = { acknowledged, putOff, lost, refused };
  return {
    ...seen,
    evaluations: evaluations ?? [],
    saves: saves ?? [],
    lists: lists ?? [],
    results: results ?? [],
  };
}

/** Begins so many calls a second for some seconds, whether or not they are answered, and awaits all of them. */
async function evenly(seconds: number, aSecond: number, begin: () => Promise<void>): Promise<void> {
  const since = performance.now();
  const calls: Promise<void>[] = [];
  for (let turn = 0; turn < seconds * aSecond; turn += 1) {
    const waitMs = since + (turn * 1_000) / aSecond - performance.now();
    if (waitMs > 1) await pause(waitMs);
    calls.push(begin());
  }
  await Promise.all(calls);
}

interface Answer {
  readonly status: number;
  readonly code: string;
}

interface Sent extends Answer {
  readonly tookMs: number;
}

/** Its calls come from a network of its own; the service trusts what this machine forwards. */
function call(agent: Agent, url: string, key: string, body?: object): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'x-forwarded-for': '198.19.0.1',
  };
  return new Promise((resolve) => {
    const asked = request(
      url,
      { method: body === undefined ? 'GET' : 'POST', headers, agent },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        answer.on('error', () => resolve({ status: 599, code: 'cut off' }));
        answer.on('end', () => {
          const code = /"(?:error_code|errorCode)":"(\w+)"/.exec(text)?.[1] ?? '';
          resolve({ status: answer.statusCode ?? 599, code });
        });
      },
    );
    asked.on('error', ({ message }) => resolve({ status: 599, code: message }));
    asked.end(body && JSON.stringify(body));
  });
}
