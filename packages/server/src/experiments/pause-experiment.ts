import { type ChangeStatus, changeStatus } from './change-status.ts';

/** From now on everyone gets the toggle's default value. */
export function pauseExperiment(call: ChangeStatus, id: string) {
  return changeStatus(call, id, { status: 'PAUSED', action: 'PAUSED' });
}
