import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { inEachPlace } from './in-each-place.ts';

const row = (id: string, appId: string, envId: string) => ({ id, appId, envId });
const ROWS = [row('1', 'a', 'p'), row('2', 'b', 'p2'), row('3', 'a', 'p'), row('4', 'a', 'q')];

it('CDW-83: one call for each application and environment, and a result for each row', async () => {
  const calls: string[] = [];
  const results = await inEachPlace(ROWS, async ({ appId, envId }, ids) => {
    calls.push(`${appId} ${envId} ${ids}`);
    return ids.map((id) => (id === '3' ? { id, error_code: 'UNCHANGED' } : { id }));
  });
  expect(calls).toEqual(['a p 1,3', 'b p2 2', 'a q 4']);
  expect(results).toEqual([
    { id: '1' },
    { id: '3', error_code: 'UNCHANGED' },
    { id: '2' },
    { id: '4' },
  ]);
});

it('CDW-83: when one call fails, the rows of the others are told all the same', async () => {
  const away = new ApiError({ status: 503, code: undefined, meta: {} });
  const results = await inEachPlace(ROWS, async ({ appId }, ids) => {
    if (appId === 'b') throw away;
    return ids.map((id) => ({ id }));
  });
  expect(results.filter(({ error_code }) => error_code !== undefined).map(({ id }) => id)).toEqual([
    '2',
  ]);
  await expect(inEachPlace(ROWS, () => Promise.reject(away))).rejects.toBe(away);
  expect(await inEachPlace([], () => Promise.reject(away))).toEqual([]);
});
