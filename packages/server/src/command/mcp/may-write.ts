import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../platform/base/ids.ts';
import { Refused } from '../command-failure.ts';
import type { AskedService } from '../service.ts';

/** An editor waits for the list of tools: after this it gets all of them, and the service refuses what it must. */
const WAITS_MS = 3_000;

/**
 * Whether the key has the scope of what writes. The service is asked to explain toggles of an environment that does not exist,
 * which changes nothing: only if the scope is missing, the refusal names it. Keys of an older service have all.
 */
export async function mayWrite(service: AskedService): Promise<boolean> {
  const asked = service.post(`/api/apps/${newId()}/envs/${newId()}/evaluate`, {}).then(
    () => true,
    (error: unknown) => !(error instanceof Refused && error.scope !== undefined),
  );
  return Promise.race([asked, pause(WAITS_MS, true, { ref: false })]);
}
