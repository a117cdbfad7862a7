import { expect, it } from 'vitest';
import { type Posted, packing, plainBody, postedOf } from './post-events.ts';

async function posted(status: number, body: unknown): Promise<Posted> {
  return postedOf({ status, headers: new Headers() }, async () => body);
}

it('FAIR-22: 500 of the service may be due to one event, 500 of a proxy is not', async () => {
  expect(await posted(500, { error_code: 'INTERNAL' })).toMatchObject({
    outcome: 'AWAY',
    status: 500,
    patience: 2,
  });
  expect(await posted(500, '<html>')).toMatchObject({ outcome: 'AWAY', patience: undefined });
  expect(await posted(503, { error_code: 'SERVICE_UNAVAILABLE' })).toMatchObject({
    patience: undefined,
  });
});

it('FAIR-22: a compressed call that fails with 500 is not sent again at once', async () => {
  let calls = 0;
  const post = packing(async () => {
    calls += 1;
    return posted(500, { error_code: 'INTERNAL' });
  });
  const at = new Date(0).toISOString();
  const events = Array.from({ length: 100 }, (_, index) => ({
    type: 'track' as const,
    id: `${index}`,
    key: 'bought',
    uid: 'ana',
    at,
  }));
  expect(plainBody(events).body.length).toBeGreaterThan(1_024);
  await post(events, new AbortController().signal);
  expect(calls).toBe(1);
});
