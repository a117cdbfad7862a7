import type { ErrorCodeOf } from '@comporta/contract/endpoint';
import type { Problem } from '@comporta/contract/problem';
import type { createToggle, updateToggle } from '@comporta/contract/toggles/toggle-api';
import type { Say } from '../base/say.ts';

/**
 * Describes a problem with a toggle in words. There are limits for its values, for its tags, and for the tags
 * of all toggles together.
 */
export function problemOfToggle(
  say: Say,
  { code, meta }: Problem<ErrorCodeOf<typeof createToggle | typeof updateToggle>>,
): string {
  const limit = Number(meta?.limit);
  if (code === 'LIMIT_EXCEEDED' && meta?.field === 'tags') {
    return say('toggle.tooManyTags', { limit });
  }
  if (code === 'LIMIT_EXCEEDED' && (meta?.field === 'removeBy' || meta?.field === 'snoozedUntil')) {
    return say('toggle.tooFar', { limit });
  }
  return say(`toggle.error.${code}`, { limit, value: String(meta?.value) });
}
