import { expect, it } from 'vitest';
import { divide, type Lane } from './parts.ts';

/** Asks for so many places, and answers how many were given. */
async function given(enter: (lane: Lane) => Promise<() => void>, lanes: readonly Lane[]) {
  let count = 0;
  const caller = new AbortController();
  const asked = lanes.map((lane) =>
    enter({ ...lane, gone: caller.signal }).then(
      () => {
        count += 1;
      },
      () => {},
    ),
  );
  await new Promise(setImmediate);
  const inside = count;
  caller.abort();
  await Promise.all(asked);
  return inside;
}

const companies = (count: number): Lane[] =>
  Array.from({ length: count }, (_, company) => ({
    company: `${company}`,
    application: `shop ${company}`,
  }));

it.each([
  [16, { writes: 6, reads: 6, callers: 2 }],
  [8, { writes: 3, reads: 3, callers: 1 }],
])('FAIR-40: of %i connections an eighth is never taken by calls', async (size, expected) => {
  const { writes, reads, callers } = divide(size);
  const taken = {
    writes: await given(writes, companies(20)),
    reads: await given(reads, companies(20)),
    callers: await given(callers, companies(20)),
  };
  expect(taken).toEqual(expected);
  expect(size - taken.writes - taken.reads - taken.callers).toBe(size / 8);
});

it('FAIR-41: writes of one application take two connections, and those of an account, too', async () => {
  const busy = Array.from({ length: 20 }, () => ({ company: 'a', application: 'shop' }));
  expect(await given(divide(16).writes, busy)).toBe(2);
  expect(
    await given(
      divide(16).writes,
      busy.map(({ company }) => ({ company })),
    ),
  ).toBe(2);
});

it('FAIR-41: a write outside the pool counts as one of the two', async () => {
  const parts = divide(16);
  const lane = { company: 'a', application: 'shop' };
  const leave = await parts.line(lane);
  const writes = Array.from({ length: 5 }, () => lane);
  expect(await given(parts.writes, writes)).toBe(1);
  leave();
});

it('FAIR-41, SERVICE_BUSY: 200 writes of one application wait, one more is refused at once', async () => {
  const { writes, waiting } = divide(16);
  const lane = { company: 'a', application: 'shop' };
  const caller = new AbortController();
  const asked = Array.from({ length: 202 }, () =>
    writes({ ...lane, gone: caller.signal }).catch(() => {}),
  );
  await expect(writes(lane)).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
  expect(waiting()).toBe(200);
  caller.abort();
  await Promise.all(asked);
});

it('FAIR-40: two applications of a company that is not alone leave half of the connections for writes', async () => {
  const { writes } = divide(16);
  const caller = new AbortController();
  const ends: (() => void)[] = [];
  let ofOther = 0;
  const busy = ['shop', 'blog', 'help'].flatMap((application) =>
    Array.from({ length: 4 }, () => ({ company: 'busy', application })),
  );
  const ask = (lane: Lane, enter: (leave: () => void) => void) =>
    writes({ ...lane, gone: caller.signal }).then(enter, () => {});
  const asked = busy.map((lane) => ask(lane, (leave) => ends.push(leave)));
  await new Promise(setImmediate);
  expect(ends).toHaveLength(6);
  for (const application of ['one', 'one', 'two', 'two']) {
    const enter = () => {
      ofOther += 1;
    };
    asked.push(ask({ company: 'other', application }, enter));
  }
  await new Promise(setImmediate);
  // The writes of the other company do not end, and those of the busy one do, one after the other.
  for (const expected of [1, 2, 3, 3, 3]) {
    ends.shift()?.();
    await new Promise(setImmediate);
    expect(ofOther).toBe(expected);
  }
  caller.abort();
  await Promise.all(asked);
});
