import * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import { type Checked, checked, type Problem } from '../problem.ts';
import { documented, draftText } from '../shapes.ts';

/** A new account key requires the user's password again. */
export const keyRequestSchema = z.object({ password: draftText });
export type KeyRequest = z.infer<typeof keyRequestSchema>;

export const KEY_REQUEST_CODES = ['MANDATORY_PASSWORD'] as const satisfies readonly ErrorCode[];
export type KeyRequestCode = (typeof KEY_REQUEST_CODES)[number];

/** Checks only that a password was sent; whether it is right, the server knows. */
export function checkKeyRequest(request: KeyRequest): Checked<KeyRequest, KeyRequestCode> {
  return checked(
    request,
    request.password === '' ? [{ code: 'MANDATORY_PASSWORD', at: ['password'] }] : [],
  );
}

/** A week. Source: FAIR-50. */
export const KEEP_HOURS_MOST = 168;

/** So does a new key of an environment, which may let the key before it work on for some hours. */
export const replacingKeyRequestSchema = z.object({
  ...keyRequestSchema.shape,
  keepHours: documented(
    z.pipe(
      z.nullish(z.number()),
      z.transform((hours) => hours ?? 0),
    ),
    {
      description: `For how many hours, 0 to ${KEEP_HOURS_MOST}, the previous key works on. With 0, the default, it and every former one end at once.`,
    },
  ),
});
export type ReplacingKeyRequest = z.output<typeof replacingKeyRequestSchema>;

export const REPLACING_KEY_REQUEST_CODES = [
  ...KEY_REQUEST_CODES,
  'INVALID_OVERLAP',
] as const satisfies readonly ErrorCode[];
export type ReplacingKeyRequestCode = (typeof REPLACING_KEY_REQUEST_CODES)[number];

/** Checks for how long the former key works on. */
export function checkOverlap<Request extends Pick<ReplacingKeyRequest, 'keepHours'>>(
  request: Request,
): Checked<Request, 'INVALID_OVERLAP'> {
  const { keepHours } = request;
  const isPossible = Number.isInteger(keepHours) && keepHours >= 0 && keepHours <= KEEP_HOURS_MOST;
  const meta = { most: KEEP_HOURS_MOST };
  return checked(request, isPossible ? [] : [{ code: 'INVALID_OVERLAP', at: ['keepHours'], meta }]);
}

/** Answers all problems: those of `checkKeyRequest`, then the hours. */
export function checkReplacingKeyRequest(
  request: ReplacingKeyRequest,
): Checked<ReplacingKeyRequest, ReplacingKeyRequestCode> {
  const problems = [checkKeyRequest(request), checkOverlap(request)].flatMap(
    (one): readonly Problem<ReplacingKeyRequestCode>[] => (one.ok ? [] : one.problems),
  );
  return checked(request, problems);
}
