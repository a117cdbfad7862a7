import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Asking, openGate, openLines } from './gate.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Asks to enter, and notes the name when it may. */
function asking(entered: string[]) {
  return (gate: { enter(asking: Asking): Promise<() => void> }, name: string, asked: Asking) =>
    gate.enter(asked).then(
      (leave) => {
        entered.push(name);
        return leave;
      },
      (error: unknown) => {
        entered.push(`${name} refused`);
        throw error;
      },
    );
}

const turn = () => vi.advanceTimersByTimeAsync(0);

describe('a gate', () => {
  it('FAIR-40: lets so many in at once; the next company comes before the next call of a busy one', async () => {
    const gate = openGate({ most: 2 });
    const entered: string[] = [];
    const ask = asking(entered);
    const busy = Array.from({ length: 10 }, (_, call) =>
      ask(gate, `busy ${call}`, { path: ['busy', 'shop'] }),
    );
    const other = ask(gate, 'other', { path: ['other', 'shop'] });
    await turn();
    expect(entered).toEqual(['busy 0', 'busy 1']);
    expect(gate.waiting).toBe(9);
    (await busy[0])?.();
    (await busy[1])?.();
    await turn();
    expect(entered.slice(2)).toEqual(['other', 'busy 2']);
    (await other)();
    await turn();
    expect(entered.at(-1)).toBe('busy 3');
  });

  it('FAIR-40: a company alone takes all places; beside others that wait it keeps at most half', async () => {
    const gate = openGate({ most: 6 });
    const leaving = new Map<string, (() => void)[]>();
    const ask = (company: string, application: string) =>
      gate.enter({ path: [company, application] }).then((leave) => {
        leaving.set(company, [...(leaving.get(company) ?? []), leave]);
      });
    const inside = () => ['busy', 'other'].map((company) => leaving.get(company)?.length ?? 0);
    const leave = async (company: string) => {
      leaving.get(company)?.shift()?.();
      await turn();
    };
    // Six calls of the busy company are in, and six wait, before those of the other come.
    for (const application of ['shop', 'blog', 'help'])
      for (let call = 0; call < 4; call += 1) void ask('busy', application);
    for (let call = 0; call < 4; call += 1) void ask('other', 'shop');
    await turn();
    expect(inside()).toEqual([6, 0]);
    // Only its own calls end, because those of the other take longer. The other has no more than half, either.
    for (const expected of [5, 4, 3, 3, 3]) {
      await leave('busy');
      expect(inside()).toEqual([expected, 6 - expected]);
    }
    // Then it is alone again.
    while (inside()[1] !== 0) await leave('other');
    expect(inside()).toEqual([6, 0]);
    while (inside()[0] !== 0) await leave('busy');
    expect([gate.waiting, gate.isIdle]).toEqual([0, true]);
  });

  it('FAIR-40: who leaves twice frees one place', async () => {
    const gate = openGate({ most: 1 });
    const leave = await gate.enter({ path: ['a'] });
    const second = gate.enter({ path: ['a'] });
    const third = gate.enter({ path: ['a'] });
    leave();
    leave();
    await second;
    expect(gate.waiting).toBe(1);
    (await second)();
    (await third)();
    expect([gate.waiting, gate.isIdle]).toEqual([0, true]);
  });

  it('FAIR-42, SERVICE_BUSY: nobody waits longer than 5 s', async () => {
    const gate = openGate({ most: 1 });
    const leave = await gate.enter({ path: ['a'] });
    const entered: string[] = [];
    const late = asking(entered)(gate, 'late', { path: ['b'] });
    const refused = expect(late).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
    await vi.advanceTimersByTimeAsync(4_999);
    expect(entered).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    expect(gate.waiting).toBe(0);
    leave();
    expect(gate.isIdle).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('FAIR-42: a caller that goes away leaves the line, and one that is away already never enters', async () => {
    const gate = openGate({ most: 1 });
    const leave = await gate.enter({ path: ['a'] });
    const caller = new AbortController();
    const waiting = gate.enter({ path: ['a'], gone: caller.signal });
    const next = gate.enter({ path: ['a'] });
    caller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(gate.enter({ path: ['b'], gone: caller.signal })).rejects.toThrow('gone');
    leave();
    (await next)();
    expect(gate.isIdle).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('lines', () => {
  it('FAIR-41: each has its own places and its own end; what waits for nothing is forgotten', async () => {
    const lines = openLines({ most: 2, waiting: 3 });
    const entered: string[] = [];
    const ask = asking(entered);
    const inLine = (key: string) => ({ enter: (asked: Asking) => lines.enter(key, asked) });
    const calls = Array.from({ length: 5 }, (_, call) =>
      ask(inLine('shop'), `shop ${call}`, { path: [] }),
    );
    await expect(lines.enter('shop', { path: [] })).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
    const other = ask(inLine('blog'), 'blog', { path: [] });
    await turn();
    expect(entered).toEqual(['shop 0', 'shop 1', 'blog']);
    expect([lines.waiting, lines.size]).toEqual([3, 2]);
    for (const call of calls) (await call)();
    (await other)();
    expect(entered.slice(3)).toEqual(['shop 2', 'shop 3', 'shop 4']);
    expect([lines.waiting, lines.size]).toEqual([0, 0]);
  });

  it('FAIR-41: a line whose last caller gives up is forgotten, too', async () => {
    const lines = openLines({ most: 1, waiting: 3 });
    const caller = new AbortController();
    caller.abort(new Error('gone'));
    await expect(lines.enter('shop', { path: [], gone: caller.signal })).rejects.toThrow('gone');
    expect(lines.size).toBe(0);
  });
});
