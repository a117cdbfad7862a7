import type { Write } from '../platform/http/write.ts';
import { changeStatus } from './change-status.ts';

/** From now on everyone gets the toggle's default value. */
export function pauseExperiment(call: Write<'environment'>, id: string) {
  return changeStatus(call, id, { status: 'PAUSED', action: 'PAUSED' });
}
