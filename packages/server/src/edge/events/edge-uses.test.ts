import type { CountEvent } from '@comporta/contract/events/event';
import type { Outcome } from '@comporta/engine/outcome';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Asker } from '../../evaluation/uses/usage-notes.ts';
import { createLog } from '../../platform/base/log.ts';
import { reportEdgeUses } from './edge-uses.ts';
import type { EventCall } from './event-call.ts';

const OUTCOME = { toggle: { name: 'checkout' }, value: 'on', ruleId: 'rule' } as unknown as Outcome; // It reads no more of it.
const LANE = { companyId: 'app', environmentId: 'production', isClient: false };

const SENDER = '0199a4c2-0000-7000-8000-000000000000';

function open() {
  const kept: EventCall[] = [];
  const room = { isFull: false };
  const urgent: EventCall[] = [];
  const uses = reportEdgeUses({
    keyOf: (keyHash) => (keyHash === 'unknown' ? undefined : `key of ${keyHash}`),
    async keep(call, { evenIfFull = false } = {}) {
      if (evenIfFull) urgent.push(call);
      else if (!room.isFull) kept.push(call);
      return room.isFull && !evenIfFull ? 'FULL' : 'KEPT';
    },
    sender: () => SENDER,
    log: createLog('silent'),
  });
  const eventsIn = (calls: readonly EventCall[]) =>
    calls.flatMap((call) => call.events as readonly CountEvent[]); // What it was given.
  const numbers = () => eventsIn([...urgent, ...kept]).flatMap(({ seq = [] }) => seq);
  return {
    ...{ uses, kept, room, numbers },
    events: () => eventsIn(kept),
    told: () => eventsIn(urgent),
  };
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
  const { uses, room, events, told } = open();
  room.isFull = true;
  uses.notes.used(asker('a/1'), OUTCOME);
  await uses.flush();
  expect(told().map(({ seq }) => seq)).toEqual([1]);
  uses.notes.gotRules(asker('comporta-edge/0.3.0 usage/relay'));
  uses.notes.used(asker('a/1'), OUTCOME);
  await uses.flush();
  expect(events()).toEqual([]);
  room.isFull = false;
  await uses.close();
  expect(events().map(({ seq, counts }) => [seq, counts[0]?.n])).toEqual([
    [2, 1],
    [3, 1],
  ]);
});

describe('LIF-26: the service hears of uses that are lost here: nobody can tell then what is used', () => {
  it('at once when they find no room, though they may still be sent: a node that is killed sends nothing', async () => {
    const { uses, room, told, numbers } = open();
    room.isFull = true;
    for (const client of ['a/1', 'b/2']) uses.notes.used(asker(client), OUTCOME);
    await uses.flush();
    expect(told()).toMatchObject([
      { type: 'count', client: 'a/1', counts: [], asked: 'BULK' },
      { type: 'count', client: 'b/2', counts: [], asked: 'BULK' },
    ]);
    for (let n = 0; n < 10; n += 1) {
      uses.notes.used(asker('a/1'), OUTCOME);
      await uses.flush();
    }
    expect(told()).toHaveLength(2);
    room.isFull = false;
    await uses.close();
    expect(numbers()).toEqual([...numbers()].sort((a, b) => a - b));
    expect(new Set(numbers()).size).toBe(14);
  });

  it('again after an hour, and by all their clients, of which twenty are named', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { uses, room, told } = open();
    room.isFull = true;
    for (let n = 0; n < 50; n += 1) uses.notes.used(asker(`program/${n}`), OUTCOME);
    await uses.flush();
    expect(told()).toHaveLength(21);
    expect(told().at(-1)).toMatchObject({ client: '', asked: 'BULK' });
    vi.advanceTimersByTime(59 * 60_000);
    await uses.flush();
    expect(told()).toHaveLength(21);
    vi.advanceTimersByTime(61_000);
    await uses.flush();
    expect(told()).toHaveLength(42);
  });

  it('when what waited grows too old, and of reports alone', async () => {
    const { uses, told } = open();
    const at = new Date().toISOString();
    const call: EventCall = {
      ...{ lane: LANE, key: 'key of server', userAgent: 'comporta-sdk/0.3.0 service/shop' },
      ...{ receivedAt: new Date(), sentAt: undefined, events: [] },
    };
    uses.lost(call, [{ type: 'track', key: 'purchase', uid: 'ana', at }, undefined]);
    await uses.flush();
    expect(told()).toEqual([]);
    uses.lost(call, [
      { type: 'count', at, counts: [] },
      { type: 'count', at, client: 'kiosk/1', counts: [] },
    ]);
    await uses.close();
    expect(told().map(({ client }) => client)).toEqual([call.userAgent, 'kiosk/1']);
  });
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
