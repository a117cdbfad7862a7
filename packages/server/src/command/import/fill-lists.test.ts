import { expect, it } from 'vitest';
import { Refused } from '../command-failure.ts';
import type { AskedService } from '../service.ts';
import { fillLists } from './fill-lists.ts';

it('LIF-74: says of a service of 0.2.0 that it has no id lists, before anything is changed', async () => {
  const calls: string[] = [];
  const refuse = (path: string) => {
    calls.push(path);
    const about = { code: 'NOT_FOUND', status: 404, scope: undefined };
    return Promise.reject(new Refused('refused the call: NOT_FOUND', about));
  };
  const service: AskedService = { get: refuse, post: refuse, put: refuse, list: refuse };
  const filled = fillLists(
    { service, appId: 'shop', isDryRun: false },
    new Map([['segments.beta.included', ['ana']]]),
  );
  await expect(filled).rejects.toThrow(
    'the service has no id lists, as segments.beta.included has to be: update it first',
  );
  expect(calls).toEqual(['/api/apps/shop/id-lists']);
});
