import { confirm } from '@comporta/contract/identity/confirmation-api';
import * as own from '@comporta/contract/sessions/own-session-api';
import * as api from '@comporta/contract/sessions/session-api';
import { isLanguage } from '@comporta/messages/languages';
import { Rejection } from '../platform/base/rejection.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { recordOwnChange } from '../platform/changes/changes.ts';
import { lockAccount } from '../platform/database/account-lock.ts';
import type { Server } from '../platform/http/route.ts';
import { endOtherSessions } from '../platform/identity/session-ends.ts';
import { confirm as confirmSession } from './confirmation/confirm.ts';
import { saveLanguage } from './credential-repository.ts';
import { checkGrants } from './grants/check-grant.ts';
import { openSession } from './grants/open-session.ts';
import { passwordGrant } from './grants/password-grant.ts';
import { deleteSession, endOwnSession, listOwnSessions } from './session-repository.ts';

export function sessionRoutes({ route, routeAfter, routeOutsideTransaction }: Server): void {
  routeAfter(api.createSession, checkGrants({ password: passwordGrant() }), openSession);
  route(api.revokeSession, ({ sql, body }) => deleteSession(sql, hashSecret(body.token)));
  routeOutsideTransaction(confirm, (call) => confirmSession(call, {}));
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
