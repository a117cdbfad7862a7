import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What a stranger sends with the public key of a page. */
export interface Inventing {
  readonly url: string;
  readonly key: string;
  /** A toggle that there is. */
  readonly toggle: string;
  /** How many names, values, rules and User-Agents are made up, each, and from which number on. */
  readonly count: number;
  readonly from: number;
}

/** Written one behind the other, without waiting for each answer. */
const IN_A_ROW = 50;
const TOO_MANY = '429';
const AGAIN_MS = 100;
const CONNECTIONS = 4;
/** The limits of one report. */
const COUNTS_A_REPORT = 1_000;
const NAMES_A_REPORT = 100;

/** Sends everything; resolves with how many answers of each status came. */
export async function sendInvented({ url, key, toggle, count, from: first }: Inventing) {
  const statuses: Record<string, number> = {};
  const sendAll = async (requests: readonly string[]) => {
    for (const status of await sendInRow(url, requests)) {
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const end = first + count;
  let next = first;
  const asking = async () => {
    while (next < end) {
      const from = next;
      next += IN_A_ROW;
      const numbers = Array.from({ length: Math.min(IN_A_ROW, end - from) }, (_, n) => from + n);
      await sendAll(numbers.map((n) => oneFlag(key, n)));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, asking));
  for (let from = first; from < end; from += COUNTS_A_REPORT) {
    await sendAll([report(key, { toggle, from, length: Math.min(COUNTS_A_REPORT, end - from) })]);
  }
  return statuses;
}

const CONTEXT = JSON.stringify({ context: { targetingKey: 'ana' } });

/** One evaluation of a name that there is not, by a program that there is not. */
function oneFlag(key: string, n: number): string {
  return post(
    `/ofrep/v1/evaluate/flags/made-up-${n}`,
    { key, userAgent: `program-${n}/${n}.0` },
    CONTEXT,
  );
}

/** Values and rules of a toggle, and names in both places where a report may have them. */
function report(
  key: string,
  {
    toggle,
    from,
    length,
  }: { readonly toggle: string; readonly from: number; readonly length: number },
): string {
  const at = new Date().toISOString();
  const all = Array.from({ length }, (_, n) => from + n);
  const counts = all.map((n) => ({ toggle, value: `value-${n}`, ruleId: randomUUID(), n: 1 }));
  const unknown = all.slice(0, NAMES_A_REPORT).map((n) => ({ toggle: `reported-${n}`, n: 1 }));
  const named = all.map((n) => ({ toggle: `counted-${n}`, value: 'on', n: 1 }));
  const sender = randomUUID();
  const events = [
    { type: 'count', at, sender, seq: 1, counts, unknown },
    { type: 'count', at, sender: randomUUID(), seq: 1, counts: named, asked: 'SNAPSHOT' },
  ];
  const userAgent = `reporter-${from}/1.0 usage/${sender}`;
  return post('/api/events', { key, userAgent }, JSON.stringify({ events }));
}

function post(
  path: string,
  { key, userAgent }: { readonly key: string; readonly userAgent: string },
  body: string,
): string {
  return [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `user-agent: ${userAgent}`,
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** Sends each request until it is not refused for being too much; resolves with the statuses of all answers. */
async function sendInRow(url: string, requests: readonly string[]): Promise<string[]> {
  const all: string[] = [];
  let left = requests;
  while (left.length > 0) {
    const statuses = await sendOnce(url, left);
    all.push(...statuses);
    // Behind a refusal the service may close the connection.
    left = left.filter((_, place) => (statuses[place] ?? TOO_MANY) === TOO_MANY);
    if (left.length > 0) await pause(AGAIN_MS);
  }
  return all;
}

/** Sends requests on one connection; resolves with the statuses of the answers until it ends. */
function sendOnce(url: string, requests: readonly string[]): Promise<string[]> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const statuses: string[] = [];
    const socket = connect(Number(port), hostname);
    let rest = '';
    socket.setEncoding('latin1');
    socket.on('data', (text) => {
      rest += text;
      for (;;) {
        const head = /^HTTP\/1\.1 (\d{3})[\s\S]*?\r\n\r\n/.exec(rest);
        if (head === null) break;
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head[0])?.[1] ?? 0);
        if (rest.length < head[0].length + length) break;
        rest = rest.slice(head[0].length + length);
        statuses.push(head[1] ?? '');
      }
      if (statuses.length === requests.length) socket.end();
    });
    socket.on('error', () => {}); // The end follows.
    socket.on('close', () => resolve(statuses));
    socket.write(requests.join(''));
  });
}
