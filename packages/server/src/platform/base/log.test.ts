import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, it } from 'vitest';
import { createLog } from './log.ts';

it('a failed query is logged with its text and reason, without its parameters', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const reason = Object.assign(new Error('null value in column "name"'), {
    code: '23502',
    detail: 'Failing row contains (s3cret-hash)',
  });
  const failed = new DrizzleQueryError('insert into users', ['s3cret-hash'], reason);
  log.error({ err: new Error('unexpected', { cause: failed }) }, 'unexpected error');

  expect(lines.join()).not.toContain('s3cret-hash');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    msg: 'unexpected error',
    err: {
      message: 'unexpected',
      stack: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
      cause: { message: 'Failed query: insert into users', cause: { code: '23502' } },
    },
  });
});
