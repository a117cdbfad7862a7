import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { admitLargeReads } from './large-reads.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('FAIR-43, RATE_LIMITED: one export an application, two a node; more wait up to 5 s', async () => {
  const admit = admitLargeReads();
  const entered: string[] = [];
  const ask = (application: string) =>
    admit({ company: 'a', application }).then((leave) => {
      entered.push(application);
      return leave;
    });
  const refusal = { code: 'RATE_LIMITED', meta: { limit: 'LARGE', retry_after: 5 } };
  const inside = [ask('shop'), ask('blog')];
  const late = ['shop', 'news'].map((application) =>
    expect(ask(application)).rejects.toMatchObject(refusal),
  );
  await vi.advanceTimersByTimeAsync(4_999);
  expect(entered).toEqual(['shop', 'blog']);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all(late);
  for (const leave of await Promise.all(inside)) leave();
  (await ask('news'))();
  expect(entered).toEqual(['shop', 'blog', 'news']);
});
