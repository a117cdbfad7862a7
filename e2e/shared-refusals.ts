import type { Refusal } from './requests.ts';

export const RATE_LIMITED = { status: 429, error_code: 'RATE_LIMITED', retryAfterSeconds: 42 };
export const WAIT = 'Too many attempts. Try again in 42 seconds.';
export const GENERAL = 'An unexpected error occurred. Please try again.';

/** Refusals that any call may be answered with, and the text that is shown. */
export const SHARED: readonly (readonly [Refusal, said: string | RegExp])[] = [
  [RATE_LIMITED, WAIT],
  [{ status: 404, error_code: 'NOT_FOUND' }, /does not exist any more|not found!/],
  [
    { status: 413, error_code: 'PAYLOAD_TOO_LARGE' },
    'This is more than the server takes in one go.',
  ],
  [
    { status: 503, error_code: 'SERVICE_UNAVAILABLE' },
    'The service is not available at the moment.',
  ],
  [{ status: 507, error_code: 'STORAGE_FULL' }, 'The server has no space left: nothing was saved.'],
  [{ status: 500 }, GENERAL],
];
