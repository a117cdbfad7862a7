import { expect, it } from 'vitest';
import { queueLoads } from './queue-loads.ts';

/** Loads that end when the test says so. */
function openLoads() {
  const started: { readonly id: string; end(result: string): void; fail(): void }[] = [];
  const load = queueLoads(
    (id) =>
      new Promise<string>((resolve, reject) => {
        started.push({ id, end: resolve, fail: () => reject(new Error('away')) });
      }),
  );
  return { started, load };
}

it('a call during a load waits for one that starts after it, and shares it', async () => {
  const { started, load } = openLoads();
  const first = load('a');
  const later = [load('a'), load('a')];
  expect(started).toHaveLength(1);
  started[0]?.end('old');
  expect(await first).toBe('old');
  await expect.poll(() => started.length).toBe(2);
  started[1]?.end('new');
  expect(await Promise.all(later)).toEqual(['new', 'new']);
});

it('another id does not wait, and a failed load does not block the next one', async () => {
  const { started, load } = openLoads();
  const first = load('a');
  const second = load('a');
  void load('b');
  expect(started.map(({ id }) => id)).toEqual(['a', 'b']);
  started[0]?.fail();
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => started.length).toBe(3);
  started[2]?.end('there again');
  expect(await second).toBe('there again');
});
