import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rememberMissing } from './remember-missing.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Finds values in the map, and counts the calls. */
function openFinder(there: ReadonlyMap<string, string>) {
  const find = vi.fn(async (id: string) => there.get(id));
  return { find, ask: rememberMissing(find) };
}

it('a missing id is looked up once per second, however many callers ask', async () => {
  const { find, ask } = openFinder(new Map());
  for (let second = 1; second <= 3; second++) {
    const answers = await Promise.all([ask('old-key'), ask('old-key')]);
    expect([...answers, await ask('old-key')]).toEqual([undefined, undefined, undefined]);
    expect(find).toHaveBeenCalledTimes(second);
    await vi.advanceTimersByTimeAsync(1_000);
  }
});

it('callers at the same time share one look-up, and a found value is never cached', async () => {
  const there = new Map([['key', 'environment']]);
  const { find, ask } = openFinder(there);
  expect(await Promise.all([ask('key'), ask('key')])).toEqual(['environment', 'environment']);
  expect(find).toHaveBeenCalledTimes(1);
  there.delete('key');
  expect(await ask('key')).toBeUndefined();
});

it('a failure rejects all callers that wait for it, and is not cached', async () => {
  const find = vi.fn(async () => 'environment');
  find.mockRejectedValueOnce(new Error('away'));
  const ask = rememberMissing(find);
  await expect(Promise.all([ask('key'), ask('key')])).rejects.toThrow('away');
  expect(await ask('key')).toBe('environment');
});

it('beyond ten thousand missing ids, further ones are looked up each time', async () => {
  const { find, ask } = openFinder(new Map());
  for (let number = 0; number < 10_001; number++) await ask(`key-${number}`);
  await Promise.all([ask('key-9999'), ask('key-10000')]);
  expect(find).toHaveBeenCalledTimes(10_002);
});
