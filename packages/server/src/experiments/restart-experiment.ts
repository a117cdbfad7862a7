import { type ChangeStatus, changeStatus } from './change-status.ts';

/** From now on the rules decide again. */
export function restartExperiment(call: ChangeStatus, id: string) {
  return changeStatus(call, id, { status: 'ACTIVE', action: 'RESTARTED' });
}
