import { type ChangeStatus, changeStatus } from './change-status.ts';

/** From now on everyone gets the toggle's default value. */
export function pauseExperiment(call: ChangeStatus) {
  return changeStatus(call, { status: 'PAUSED', action: 'PAUSED' });
}
