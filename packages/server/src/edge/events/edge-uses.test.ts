import type { CountEvent } from '@comporta/contract/events/event';
import type { Outcome } from '@comporta/engine/outcome';
import { expect, it } from 'vitest';
import type { Asker } from '../../evaluation/uses/usage-notes.ts';
import { createLog } from '../../platform/base/log.ts';
import { reportEdgeUses } from './edge-uses.ts';
import type { EventCall } from './event-call.ts';

const OUTCOME = { toggle: { name: 'checkout' }, value: 'on', ruleId: 'rule' } as unknown as Outcome; // It reads no more of it.
const LANE = { companyId: 'app', environmentId: 'production', isClient: false };

function open() {
  const kept: EventCall[] = [];
  const room = { isFull: false };
  const uses = reportEdgeUses({
    keyOf: (keyHash) => (keyHash === 'unknown' ? undefined : `key of ${keyHash}`),
    async keep(call) {
      if (!room.isFull) kept.push(call);
      return room.isFull ? 'FULL' : 'KEPT';
    },
    log: createLog('silent'),
  });
  const events = () => kept.flatMap((call) => call.events as readonly CountEvent[]); // What it was given.
  return { uses, kept, room, events };
}

function asker(userAgent: string, more: Partial<Asker> = {}): Asker {
  return { keyHash: 'server', lane: LANE, userAgent, ...more };
}

it('LIF-06: what an edge node answers is reported in the name of who asked, with their key, numbered', async () => {
  const { uses, kept, events } = open();
  for (let n = 0; n < 3; n += 1) uses.notes.used(asker('shop/1'), OUTCOME);
  uses.notes.lacked(asker('shop/1'), 'chekout');
  uses.notes.gotRules(asker('comporta-sdk/0.2.0'));
  uses.notes.gotAll(
    asker('Mozilla/5.0 (X11)', { keyHash: 'page', lane: { ...LANE, isClient: true } }),
    false,
  );
  await uses.close();
  expect(kept.map(({ key, userAgent }) => [key, userAgent])).toEqual([
    ['key of server', expect.stringMatching(/^comporta-edge\/\S+ usage\/relay$/)],
    ['key of page', expect.stringMatching(/^comporta-edge\//)],
  ]);
  expect(events()).toMatchObject([
    {
      client: 'shop/1',
      seq: 1,
      counts: [{ toggle: 'checkout', value: 'on', ruleId: 'rule', n: 3 }],
      unknown: [{ toggle: 'chekout', n: 1 }],
    },
    { client: 'comporta-sdk/0.2.0', seq: 2, counts: [], asked: 'SNAPSHOT' },
    { client: 'Mozilla/5.0', seq: 3, counts: [], asked: 'BULK' },
  ]);
  expect(new Set(events().map(({ sender }) => sender)).size).toBe(1);
});

it('LIF-06: what finds no room waits, in its order, and is numbered once; an edge node behind is no client', async () => {
  const { uses, room, events } = open();
  room.isFull = true;
  uses.notes.used(asker('a/1'), OUTCOME);
  await uses.flush();
  uses.notes.gotRules(asker('comporta-edge/0.3.0 usage/relay'));
  uses.notes.used(asker('a/1'), OUTCOME);
  await uses.flush();
  expect(events()).toEqual([]);
  room.isFull = false;
  await uses.close();
  expect(events().map(({ seq, counts }) => [seq, counts[0]?.n])).toEqual([
    [1, 1],
    [2, 1],
  ]);
});

it('LIF-06: a report has a thousand counts at most, and a call less than a megabyte', async () => {
  const { uses, kept, events } = open();
  for (let n = 0; n < 2_500; n += 1) {
    uses.notes.used(asker('a/1'), {
      ...OUTCOME,
      toggle: { name: `toggle-${n}`.padEnd(100, 'x') },
    } as Outcome);
  }
  await uses.close();
  expect(events().map(({ counts }) => counts.length)).toEqual([1_000, 1_000, 500]);
  for (const { events: some } of kept)
    expect(JSON.stringify(some).length).toBeLessThan(1024 * 1024);
});
