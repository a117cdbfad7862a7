import * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import { type Checked, checked } from '../problem.ts';
import { draftText } from '../shapes.ts';

/** A new environment key or account key requires the user's password again. */
export const keyRequestSchema = z.object({ password: draftText });
export type KeyRequest = z.infer<typeof keyRequestSchema>;

export const KEY_REQUEST_CODES = ['MANDATORY_PASSWORD'] as const satisfies readonly ErrorCode[];
export type KeyRequestCode = (typeof KEY_REQUEST_CODES)[number];

export function checkKeyRequest(request: KeyRequest): Checked<KeyRequest, KeyRequestCode> {
  return checked(
    request,
    request.password === '' ? [{ code: 'MANDATORY_PASSWORD', at: ['password'] }] : [],
  );
}
