import { createChangeRequest } from '@comporta/contract/change-requests/change-request-api';
import { pauseExperiment } from '@comporta/contract/experiments/experiment-api';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerRefusedWritesWith, asksForMore } from './admission.ts';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';

const fetched = vi.fn<typeof fetch>();
const params = { appId: 'a', envId: 'e', id: 'x' };
const REFUSED = { error_code: 'EMPTY_REASON', meta_data: { environments: [] } };

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
  answerRefusedWritesWith(({ error }) => Promise.reject(error));
});

function answer(status: number, body: object) {
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
}

function sentHeaders() {
  return Object.fromEntries(new Headers(fetched.mock.lastCall?.[1]?.headers));
}

it('SAF-100: a refused write is sent again with what the user answers, until it is accepted', async () => {
  answer(409, { error_code: 'FROZEN', meta_data: { name: 'Sale' } });
  answer(400, REFUSED);
  answer(200, { status: 'PAUSED' });
  const asked: string[] = [];
  answerRefusedWritesWith(async ({ error, endpoint, params: sent }) => {
    asked.push(`${error.code} ${endpoint.path} ${sent.id}`);
    return { reason: 'É urgente', isBypass: error.code === 'FROZEN' };
  });
  expect(await call(pauseExperiment, { params })).toEqual({ status: 'PAUSED' });
  expect(asked).toEqual([
    `FROZEN ${pauseExperiment.path} x`,
    `EMPTY_REASON ${pauseExperiment.path} x`,
  ]);
  expect(sentHeaders()).toMatchObject({ 'change-reason': encodeURIComponent('É urgente') });
  expect(sentHeaders()['change-bypass']).toBeUndefined();
});

it('SAF-100: a write that the user gave up fails as it was refused', async () => {
  answer(409, { error_code: 'APPROVAL_REQUIRED', meta_data: {} });
  const given = new ApiError({
    status: 409,
    code: 'APPROVAL_REQUIRED',
    meta: {},
    answer: 'CANCELLED',
  });
  answerRefusedWritesWith(() => Promise.reject(given));
  await expect(call(pauseExperiment, { params })).rejects.toBe(given);
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('SAF-100: nobody is asked about the reason of a form, or any other refusal', async () => {
  const ask = vi.fn();
  answerRefusedWritesWith(ask);
  answer(400, { error_code: 'EMPTY_REASON', meta_data: { at: ['reason'] } });
  const body = { title: 'Launch' };
  await expect(call(createChangeRequest, { params: { appId: 'a' }, body })).rejects.toMatchObject({
    code: 'EMPTY_REASON',
  });
  expect(ask).not.toHaveBeenCalled();
  expect(asksForMore({ code: 'DUPLICATE_NAME', meta: {} })).toBe(false);
  expect(asksForMore({ code: 'ENVIRONMENT_READ_ONLY', meta: {} })).toBe(true);
});
