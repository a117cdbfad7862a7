import type { BulkRow } from '@comporta/contract/bulk';
import { changeExperiments } from '@comporta/contract/experiments/experiment-api';
import { afterEach, expect, it } from 'vitest';
import { answerRefusedWritesWith, type ChangeSaid } from '../api/admission.ts';
import { ApiError } from '../api/api-error.ts';
import { changeRows } from './change-rows.ts';

afterEach(() => answerRefusedWritesWith(({ error }) => Promise.reject(error)));

const NEEDS = {
  error_code: 'APPROVAL_REQUIRED',
  meta_data: { environments: [{ id: 'p', name: 'Production', approvals: 1 }] },
} as const;

function send(rows: readonly BulkRow[], sent: unknown[]) {
  return async ({ ids }: { readonly ids: readonly string[] }, said: ChangeSaid | undefined) => {
    sent.push([ids, said]);
    return said === undefined ? rows : ids.map((id) => ({ id }));
  };
}

const ROWS: readonly BulkRow[] = [
  { id: '1' },
  { id: '2', ...NEEDS },
  { id: '3', error_code: 'NOT_FOUND' },
  { id: '4', ...NEEDS },
];
const write = { endpoint: changeExperiments, params: { appId: 'a', envId: 'p' } };
const body = { action: 'RESTART', ids: ROWS.map(({ id }) => id) };

it('SAF-100: rows of which an environment asks for more are asked about once, and sent again', async () => {
  const sent: unknown[] = [];
  const asked: unknown[] = [];
  answerRefusedWritesWith(async ({ error, body: refused }) => {
    asked.push([error.meta.environments, refused?.ids]);
    return { reason: 'Fire', isBypass: true };
  });
  expect(await changeRows({ ...write, body, send: send(ROWS, sent) })).toEqual([
    { id: '1' },
    { id: '2' },
    { id: '3', error_code: 'NOT_FOUND' },
    { id: '4' },
  ]);
  expect(asked).toEqual([[NEEDS.meta_data.environments, ['2', '4']]]);
  expect(sent.at(-1)).toEqual([['2', '4'], { reason: 'Fire', isBypass: true }]);
});

it('SAF-100: rows that the user gave up stay refused; the others are changed', async () => {
  const sent: unknown[] = [];
  answerRefusedWritesWith(({ error: { status, code, meta } }) =>
    Promise.reject(new ApiError({ status, code, meta, answer: 'CANCELLED' })),
  );
  expect(await changeRows({ ...write, body, send: send(ROWS, sent) })).toEqual(ROWS);
  expect(sent).toHaveLength(1);
});
