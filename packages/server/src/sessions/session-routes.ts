import { confirm } from '@comporta/contract/identity/confirmation-api';
import * as own from '@comporta/contract/sessions/own-session-api';
import * as api from '@comporta/contract/sessions/session-api';
import { isLanguage } from '@comporta/messages/languages';
import { Rejection } from '../platform/base/rejection.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { recordOwnChange } from '../platform/changes/changes.ts';
import { lockAccount } from '../platform/database/account-lock.ts';
import type { Server } from '../platform/http/route.ts';
import type { Sealing } from '../platform/identity/sealing.ts';
import { endOtherSessions } from '../platform/identity/session-ends.ts';
import { confirm as confirmSession } from './confirmation/confirm.ts';
import { proveByCode } from './confirmation/prove-by-code.ts';
import { saveLanguage } from './credential-repository.ts';
import { factorRoutes } from './factors/factor-routes.ts';
import { checkGrants } from './grants/check-grant.ts';
import { openSession } from './grants/open-session.ts';
import { passwordGrant } from './grants/password-grant.ts';
import { secondStepGrant } from './grants/second-step-grant.ts';
import { deleteSession, endOwnSession, listOwnSessions } from './session-repository.ts';

/** What the way in of each grant type needs. */
export interface SessionSettings {
  readonly sealing: Sealing;
}

export function sessionRoutes(server: Server, { sealing }: SessionSettings): void {
  const { route, routeAfter, routeOutsideTransaction } = server;
  const grants = {
    password: passwordGrant(),
    'urn:comporta:second-step': secondStepGrant({ sealing, isKnownBrowser: async () => false }),
  };
  routeAfter(api.createSession, checkGrants(grants), openSession);
  factorRoutes(server, sealing);
  route(api.revokeSession, ({ sql, body }) => deleteSession(sql, hashSecret(body.token)));
  routeOutsideTransaction(confirm, (call) => confirmSession(call, { APP: proveByCode(sealing) }));
  route(own.listOwnSessions, ({ sql, actor }) => listOwnSessions(sql, actor));
  route(own.endOtherSessions, async ({ sql, actor }) => {
    await lockAccount(sql, actor.accountId);
    await endOtherSessions(sql, actor);
    await recordOwnChange(sql, actor, { sessionsEnded: true });
  });
  route(own.endOwnSession, async ({ sql, actor, params }) => {
    await lockAccount(sql, actor.accountId);
    if (!(await endOwnSession(sql, actor, params.id))) throw new Rejection('NOT_FOUND');
    await recordOwnChange(sql, actor, { sessionEnded: true });
  });
  route(api.saveLanguage, async ({ sql, actor, params }) => {
    if (!isLanguage(params.lang)) throw new Rejection('INVALID_LANGUAGE');
    await saveLanguage(sql, actor.id, params.lang);
  });
}
