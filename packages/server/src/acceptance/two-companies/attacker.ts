/**
 * A program that sends one attack until its standard input ends, and then prints how its calls were answered:
 * `node attacker.ts '{"attack":"flood","shop":{…}}'`. It is a process of its own, so that whoever measures beside it
 * shares no event loop with it.
 */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ATTACKS, type AttackName, type Call, type Hostile } from './attacks.ts';

export interface Order {
  readonly attack: AttackName;
  readonly shop: Hostile;
  /** Overrides that of the attack: a polite company sends the same calls evenly. */
  readonly callsPerSecond?: number;
}

/** How often each answer came, by status and code such as `429 EVENTS`. */
export type Answers = Readonly<Record<string, number>>;

const order: Order = JSON.parse(process.argv[2] ?? '');
const attack = ATTACKS[order.attack](order.shop);
const callsPerSecond = order.callsPerSecond ?? attack.callsPerSecond;
const agent = new Agent({ keepAlive: true, maxSockets: attack.connections });
const counts: Record<string, number> = {};
let turns = 0;
let isOver = false;

const since = performance.now();
const senders = Array.from({ length: attack.connections }, sendOn);
process.stdout.write('began\n');
for await (const _ of process.stdin) {
  // Nothing is read: the end is what counts.
}
isOver = true;
agent.destroy();
if (!attack.staysOpen) await Promise.race([Promise.all(senders), pause(5_000)]);
process.stdout.write(`${JSON.stringify(counts)}\n`, () => process.exit());

async function sendOn(): Promise<void> {
  while (!isOver) {
    const turn = turns;
    turns += 1;
    if (callsPerSecond !== undefined) {
      const waitMs = since + (turn * 1_000) / callsPerSecond - performance.now();
      if (waitMs > 0) await pause(waitMs);
    }
    const outcome = await Promise.resolve(attack.call(turn)).then(send).catch(nameOf);
    if (isOver) return;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    // A stream is kept by never asking again.
    if (attack.staysOpen && outcome === '200') return;
  }
}

function nameOf(error: Error & { readonly code?: string }): string {
  return error.code ?? error.message;
}

function send({ method, path, key, body, from }: Call): Promise<string> {
  const headers = {
    ...(key !== '' && { authorization: `Bearer ${key}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(from !== undefined && { 'x-forwarded-for': from }),
  };
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, order.shop.url), { method, headers, agent }, (answer) => {
      const { statusCode = 0 } = answer;
      if (attack.staysOpen && statusCode === 200) {
        answer.resume();
        resolve('200');
        return;
      }
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        if (text.length < 1_000) text += chunk;
      });
      answer.on('error', reject);
      answer.on('end', () => resolve([statusCode, codeOf(statusCode, text)].join(' ').trim()));
    });
    call.on('error', reject).end(body);
  });
}

function codeOf(status: number, text: string): string {
  if (status < 400) return '';
  return /"(?:limit|error_code|errorCode)":"(\w+)"/.exec(text)?.[1] ?? '';
}
