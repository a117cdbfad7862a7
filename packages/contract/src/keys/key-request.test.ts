import { expect, it } from 'vitest';
import { checkKeyRequest, keyRequestSchema } from './key-request.ts';

it('MANDATORY_PASSWORD: a key requires a password', () => {
  expect(checkKeyRequest(keyRequestSchema.parse({}))).toEqual({
    ok: false,
    problems: [{ code: 'MANDATORY_PASSWORD', at: ['password'] }],
  });
});

it('a password is not trimmed', () => {
  const request = { password: ' ' };
  expect(checkKeyRequest(request)).toEqual({ ok: true, value: request });
});
