import { afterEach } from 'vitest';

/**
 * Makes the first try of each test fail once it has ended, so that the retry of CI happens: it must pass with what the
 * first try left behind. Used by `FAIL_FIRST_TRY=1 npx vitest run`.
 */
afterEach(({ task }) => {
  if ((task.result?.retryCount ?? 0) === 0) throw new Error('the first try ends here');
});
