import { updateProperty } from '@comporta/contract/properties/property-api';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ApiError } from './api-error.ts';
import { answeredBy } from './api-error.ts';
import { call } from './call.ts';
import { confirmWith } from './confirmation.ts';

const fetched = vi.fn<typeof fetch>();
const input = {
  params: { appId: 'a', id: 'p' },
  body: { key: 'plan', type: 'STRING', description: '' },
};

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
  confirmWith((error) => Promise.reject(error));
});

function answer(status: number, body: object) {
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
}

function refuse() {
  answer(400, { error_code: 'CONFIRMATION_REQUIRED', meta_data: { methods: ['APP'] } });
}

it('IDN-37: one dialog answers calls that ask whether it is really the user, and they are repeated', async () => {
  refuse();
  refuse();
  answer(200, { id: 'p' });
  answer(200, { id: 'p' });
  const asked: unknown[] = [];
  confirmWith(async ({ meta }: ApiError) => {
    await new Promise((resume) => setTimeout(resume));
    asked.push(meta.methods);
  });
  const both = [call(updateProperty, input), call(updateProperty, input)];
  expect(await Promise.all(both)).toEqual([{ id: 'p' }, { id: 'p' }]);
  expect(asked).toEqual([['APP']]);
});

it('IDN-37: a call that the user did not confirm fails, and is sent once', async () => {
  refuse();
  confirmWith((error) => Promise.reject(answeredBy(error, 'CANCELLED')));
  await expect(call(updateProperty, input)).rejects.toMatchObject({ answer: 'CANCELLED' });
  expect(fetched).toHaveBeenCalledTimes(1);
});
