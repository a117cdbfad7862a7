import * as api from '@comporta/contract/identity/security-api';
import type { Sealing } from '../../identity/sealing.ts';
import { endOtherSessions } from '../../identity/session-ends.ts';
import type { Server } from '../../platform/http/route.ts';
import { beginForcedApp } from './begin-forced-app.ts';
import { makeRecoveryCodes } from './make-recovery-codes.ts';
import { readSecurity } from './read-security.ts';
import { removeApp } from './remove-app.ts';
import { beginApp, putAppInForce } from './set-up-app.ts';

export function factorRoutes({ route }: Server, sealing: Sealing): void {
  route(api.getSecurity, ({ sql, actor }) => readSecurity(sql, actor, sealing));
  route(api.beginApp, ({ sql, actor }) => beginApp(sql, actor, sealing));
  route(api.saveApp, async ({ sql, actor, body: { code } }) => {
    const endSessions = (inside: typeof sql) => endOtherSessions(inside, actor);
    const refusal = await putAppInForce(sql, { user: actor, code, sealing, endSessions });
    if (refusal !== undefined) throw refusal;
  });
  route(api.removeApp, ({ sql, actor }) => removeApp(sql, actor));
  route(api.makeRecoveryCodes, ({ sql, actor }) => makeRecoveryCodes(sql, actor));
  route(api.beginForcedApp, ({ sql, body }) => beginForcedApp(sql, body.challenge, sealing));
}
