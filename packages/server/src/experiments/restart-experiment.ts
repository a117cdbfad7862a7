import type { Write } from '../platform/http/write.ts';
import { changeStatus } from './change-status.ts';

/** From now on the rules decide again. */
export function restartExperiment(call: Write<'environment'>, id: string) {
  return changeStatus(call, id, { status: 'ACTIVE', action: 'RESTARTED' });
}
