import { type ChangeStatus, changeStatus } from './change-status.ts';

/** From now on the rules decide again. */
export function restartExperiment(call: ChangeStatus) {
  return changeStatus(call, { status: 'ACTIVE', action: 'RESTARTED' });
}
