/**
 * Measures what one company notices of another on the same node (FAIR-80 to FAIR-84, FAIR-86): A asks, reports and saves,
 * while B attacks from a process of its own. `npm run fair -- [SECONDS [PART OF A NAME …]]`; by default ten
 * seconds each, some ten minutes in all. Each attack is measured beside A alone and, where CPU is what it takes, beside a polite B that
 * sends the same calls evenly, half as many as it can. Exits with 1 when a bound is missed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listEventKeys } from '@comporta/contract/metrics/event-key-api';
import { importApplication } from '@comporta/contract/transfer/transfer-api';
import { startServiceProcess } from '@comporta/server/acceptance/service-process';
import { documentOf } from '@comporta/server/acceptance/siege/imported-document';
import type { Answers } from '@comporta/server/acceptance/two-companies/attacker';
import type { AttackName, Hostile } from '@comporta/server/acceptance/two-companies/attacks';
import { beginAttack } from '@comporta/server/acceptance/two-companies/begin-attack';
import {
  openMeasuredShop,
  PURCHASE,
} from '@comporta/server/acceptance/two-companies/measured-shop';
import { type Experience, experience } from './fair/experience.ts';
import { print, quantile } from './service/numbers.ts';

const [seconds, ...wanted] = process.argv.slice(2);
const SECONDS = Number(seconds ?? 10);
/** What an attack is compared with needs no longer than this. */
const REFERENCE_SECONDS = Math.min(SECONDS, 60);
const TOGGLES = Number(process.env.FAIR_TOGGLES ?? 10_000);
/** Evaluations beside an attack, × beside a polite B. Source: FAIR-80. */
const EVALUATION_MOST = 1.5;
/** What B keeps as a server, × what it gets alone. Source: FAIR-80. */
const SHARE_LEAST = 0.35;
const SAVE_MOST_MS = 1_000;
const PUT_OFF_MOST = 0.01;

interface Plan {
  readonly what: string;
  readonly attacks: readonly AttackName[];
  /** Whether the attack takes CPU, so that its evaluations are compared with those beside a polite B. */
  readonly takesCpu?: boolean;
}

const PLANS: readonly Plan[] = [
  { what: 'FAIR-80 bulk as a server', attacks: ['bulk'], takesCpu: true },
  { what: 'FAIR-80 bulk as pages', attacks: ['bulk with the client key'], takesCpu: true },
  {
    what: 'FAIR-80 bulk as pages of 200 networks',
    attacks: ['bulk with the client key from many networks'],
    takesCpu: true,
  },
  { what: 'FAIR-81 malformed times and texts', attacks: ['poison'] },
  { what: 'FAIR-82 full calls of events', attacks: ['flood'] },
  { what: 'FAIR-82 the same from 200 networks', attacks: ['flood from many networks'] },
  { what: 'FAIR-83 junk names and streams', attacks: ['names', 'streams'] },
  { what: 'FAIR-84 writers, exports, imports', attacks: ['writers', 'exports', 'imports'] },
  {
    what: 'all of them at once',
    attacks: [
      'bulk',
      'bulk with the client key from many networks',
      'poison',
      'flood from many networks',
      'names',
      'streams',
      'writers',
      'exports',
      'imports',
    ],
  },
];

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-fair-'));
const service = await startServiceProcess({
  DATA_DIR: dataDir,
  SIGNUP: 'open',
  TRUST_PROXY: 'loopback',
});
const ours = await openMeasuredShop(service, 'ana@example.com');
const theirs = await openMeasuredShop(service, 'rui@example.org');
await theirs.admin.call(importApplication, {
  params: { appId: theirs.appId },
  query: {},
  body: JSON.parse(documentOf(TOGGLES, 0)),
});
const { admin: _, ...known } = theirs;
const hostile: Hostile = { ...known, toggleCount: TOGGLES };
let acknowledged = 0;

print(`B has ${TOGGLES} toggles; ${SECONDS} s each; evaluations of A p50 and p99 in ms`);
await measured('A warms up', []);
const alone = await measured('A alone', []);
for (const { what, attacks, takesCpu = false } of PLANS) {
  if (wanted.length > 0 && !wanted.some((words) => what.includes(words))) continue;
  if (takesCpu) await againstPolite(what, attacks);
  else await againstAlone(what, attacks);
}
await requireAllCounted();

await service.stop();
await rm(dataDir, { recursive: true, force: true });

async function againstPolite(what: string, [attack]: readonly AttackName[]): Promise<void> {
  if (attack === undefined) return;
  await attackAlone(attack); // V8 optimises what is hot.
  const able = rateOf(await attackAlone(attack), REFERENCE_SECONDS);
  const polite = await measured('beside a polite B', [attack], able / 2);
  const beside = await measured(what, [attack]);
  const ratio = p99(beside.evaluations) / p99(polite.evaluations);
  verdict(
    `p99 ${ratio.toFixed(2)} × beside a polite B (${EVALUATION_MOST})`,
    ratio <= EVALUATION_MOST,
  );
  const kept = rateOf(beside.answers, SECONDS) / able;
  const says = `B keeps ${kept.toFixed(2)} of what it gets alone`;
  if (attack === 'bulk') verdict(`${says} (${SHARE_LEAST})`, kept >= SHARE_LEAST);
  else print(`      ${says}`);
}

async function againstAlone(what: string, attacks: readonly AttackName[]): Promise<void> {
  const beside = await measured(what, attacks);
  print(
    `      evaluations p99 ${(p99(beside.evaluations) / p99(alone.evaluations)).toFixed(1)} ×, ` +
      `results page ${(p99(beside.results) / p99(alone.results)).toFixed(1)} ×, ` +
      `list ${(p99(beside.lists) / p99(alone.lists)).toFixed(1)} × alone`,
  );
}

interface Measured extends Experience {
  readonly answers: Answers;
}

/** What A sees beside these attacks, and how they were answered; prints it and judges what holds beside any of them. */
async function measured(
  what: string,
  attacks: readonly AttackName[],
  callsPerSecond?: number,
): Promise<Measured> {
  const running = await Promise.all(
    attacks.map((attack) =>
      beginAttack({
        attack,
        shop: hostile,
        ...(callsPerSecond !== undefined && { callsPerSecond }),
      }),
    ),
  );
  const isReference = attacks.length === 0 || callsPerSecond !== undefined;
  const seen = await experience(ours, isReference ? REFERENCE_SECONDS : SECONDS);
  const answers: Record<string, number> = {};
  for (const attack of running) {
    for (const [answer, count] of Object.entries(await attack.end())) {
      answers[answer] = (answers[answer] ?? 0) + count;
    }
  }
  acknowledged += seen.acknowledged;
  print(
    `${what}: ${inWords(seen.evaluations)}; saves ${inWords(seen.saves)}; ` +
      `${seen.acknowledged} events, ${seen.putOff} put off; B: ${JSON.stringify(answers)}`,
  );
  if (!isReference) judge(seen);
  return { ...seen, answers };
}

function judge({ refused, lost, acknowledged: taken, putOff, saves }: Experience): void {
  verdict(`A was refused nothing: ${JSON.stringify(refused)}`, Object.keys(refused).length === 0);
  const share = putOff / Math.max(1, taken + putOff);
  verdict(
    `${lost} events of A lost, ${(share * 100).toFixed(1)} % put off (${PUT_OFF_MOST * 100} %)`,
    lost === 0 && share <= PUT_OFF_MOST,
  );
  verdict(
    `a save of A took ${p99(saves).toFixed(0)} ms (p99, ${SAVE_MOST_MS})`,
    p99(saves) <= SAVE_MOST_MS,
  );
}

async function attackAlone(attack: AttackName): Promise<Answers> {
  const running = await beginAttack({ attack, shop: hostile });
  await pause(REFERENCE_SECONDS * 1_000);
  return running.end();
}

/** Every acknowledged event is counted once. */
async function requireAllCounted(): Promise<void> {
  for (let seconds = 0; (await countedPurchases()) !== acknowledged && seconds < 60; seconds += 1) {
    await pause(1_000);
  }
  const counted = await countedPurchases();
  verdict(`${counted} of ${acknowledged} events of A are counted`, counted === acknowledged);
}

async function countedPurchases(): Promise<number> {
  const keys = await ours.admin.call(listEventKeys, { params: { appId: ours.appId } });
  return keys.find(({ key }) => key === PURCHASE)?.days.reduce((sum, day) => sum + day, 0) ?? 0;
}

/** Calls a second that were answered well. */
function rateOf(answers: Answers, seconds: number): number {
  return (answers['200'] ?? 0) / seconds;
}

function p99(milliseconds: readonly number[]): number {
  return quantile(milliseconds, 0.99);
}

function inWords(milliseconds: readonly number[]): string {
  return `${quantile(milliseconds, 0.5).toFixed(1)}, ${p99(milliseconds).toFixed(0)}`;
}

function verdict(sentence: string, isGood: boolean): void {
  print(`${isGood ? 'good' : 'BAD '}  ${sentence}`);
  if (!isGood) process.exitCode = 1;
}
