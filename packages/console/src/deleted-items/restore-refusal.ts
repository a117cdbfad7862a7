import { restoreDeletedItem } from '@comporta/contract/deleted-items/deleted-item-api';
import { type Missing, missingSchema } from '@comporta/contract/saved-version';
import { ApiError, refusalOf } from '../api/api-error.ts';

/** Whether a refusal to restore something says that it cannot have its name. */
export function isAboutName(error: unknown): boolean {
  if (!(error instanceof ApiError) || refusalOf(restoreDeletedItem, error) === undefined) {
    return false;
  }
  const { at } = error.meta;
  return Array.isArray(at) && at[0] === 'name';
}

/** What a thing uses that no longer exists, as a refusal to restore it says. */
export function missingIn(error: unknown): readonly Missing[] {
  const missing = error instanceof ApiError ? error.meta.missing : undefined;
  if (!Array.isArray(missing)) return [];
  return missing.flatMap((one) => missingSchema.safeParse(one).data ?? []);
}
