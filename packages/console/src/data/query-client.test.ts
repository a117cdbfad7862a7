import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { askAgain, BESIDE, createQueryClient, refetchAfterOutage } from './query-client.ts';

const missing = new ApiError({ status: 404, code: 'NOT_FOUND', meta: {} });
const queryFn = () => Promise.reject(missing);

it('a 404 for the main thing of a screen redirects', async () => {
  const onMissing = vi.fn();
  const client = createQueryClient(onMissing);
  await expect(client.fetchQuery({ queryKey: ['toggle'], queryFn })).rejects.toBe(missing);
  expect(onMissing).toHaveBeenCalledOnce();
});

it('T20: a 404 for something beside it does not: a node of the previous release may not know the call', async () => {
  const onMissing = vi.fn();
  const client = createQueryClient(onMissing);
  const query = { queryKey: ['favourites'], queryFn, meta: BESIDE };
  await expect(client.fetchQuery(query)).rejects.toBe(missing);
  expect(onMissing).not.toHaveBeenCalled();
});

it('a 404 redirects if one of several users of the query shows its main thing', async () => {
  const onMissing = vi.fn();
  const client = createQueryClient(onMissing);
  const main = { queryKey: ['toggles'], queryFn };
  const beside = { ...main, meta: BESIDE };
  const observe = (query: typeof main & { enabled?: boolean }) =>
    new QueryObserver(client, query).subscribe(() => {});

  const stops = [observe(beside), observe({ ...main, enabled: false })];
  await expect.poll(() => client.getQueryState(main.queryKey)?.status).toBe('error');
  expect(onMissing).not.toHaveBeenCalled();

  stops.push(observe(main), observe(beside));
  await expect.poll(() => onMissing.mock.calls.length).toBe(1);
  for (const stop of stops) stop();
});

it('a response from before a change is not used after it', async () => {
  const client = createQueryClient(() => {});
  const asked: ((status: string) => void)[] = [];
  const queryKey = ['experiment'];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => asked.push(resolve)),
  });
  const stop = observer.subscribe(() => {});

  const again = askAgain(client, queryKey);
  asked[0]?.('Active');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.('Paused');
  await again;

  expect(observer.getCurrentResult().data).toBe('Paused');
  stop();
});

it('after an outage, only queries of the screen that failed because of it are fetched again', async () => {
  const client = createQueryClient(() => {});
  const asked: string[] = [];
  const queryOf = (name: string, status: number) => ({
    queryKey: [name],
    queryFn: () => {
      asked.push(name);
      return Promise.reject(new ApiError({ status, code: undefined, meta: {} }));
    },
    retry: false,
  });
  const onScreen = [queryOf('no response', 0), queryOf('away', 503), queryOf('deleted', 404)];
  const stops = onScreen.map((query) => new QueryObserver(client, query).subscribe(() => {}));
  await client.prefetchQuery(queryOf('of a former screen', 503));
  await expect.poll(() => client.isFetching()).toBe(0);
  asked.length = 0;

  await refetchAfterOutage(client);
  expect(asked).toEqual(['no response', 'away']);
  for (const stop of stops) stop();
});
