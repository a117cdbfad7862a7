import { ApiError } from '../../api/api-error.ts';
import type { Conflict } from './form-machine.ts';

/** Returns the conflict in a refused save: who saved in between. Undefined for any other error. */
export function conflictIn(error: unknown): Conflict | undefined {
  if (!(error instanceof ApiError) || error.code !== 'VERSION_CONFLICT') return undefined;
  const { version, saved_by, saved_at } = error.meta;
  return { version: Number(version), savedBy: String(saved_by), savedAt: String(saved_at) };
}
