import { expect, it } from 'vitest';
import { checkKeyRequest, keyRequestSchema } from './key-request.ts';

it('MANDATORY_PASSWORD: nobody gets a key without a password', () => {
  expect(checkKeyRequest(keyRequestSchema.parse({}))).toEqual({
    ok: false,
    problems: [{ code: 'MANDATORY_PASSWORD', at: ['password'] }],
  });
});

it('a password is taken as it is', () => {
  const request = { password: ' ' };
  expect(checkKeyRequest(request)).toEqual({ ok: true, value: request });
});
