import * as own from '@comporta/contract/sessions/own-session-api';
import * as api from '@comporta/contract/sessions/session-api';
import { isLanguage } from '@comporta/messages/languages';
import { Rejection } from '../platform/base/rejection.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import type { Server } from '../platform/http/route.ts';
import { endOtherSessions } from '../platform/identity/session-ends.ts';
import { saveLanguage } from './credential-repository.ts';
import { createPasswordCheck, openSession } from './log-in.ts';
import { deleteSession, endOwnSession, listOwnSessions } from './session-repository.ts';

export function sessionRoutes({ route, routeAfter }: Server): void {
  routeAfter(api.createSession, createPasswordCheck(), openSession);
  route(api.revokeSession, ({ sql, body }) => deleteSession(sql, hashSecret(body.token)));
  route(own.listOwnSessions, ({ sql, actor }) => listOwnSessions(sql, actor));
  route(own.endOtherSessions, ({ sql, actor }) => endOtherSessions(sql, actor));
  route(own.endOwnSession, async ({ sql, actor, params }) => {
    if (!(await endOwnSession(sql, actor, params.id))) throw new Rejection('NOT_FOUND');
  });
  route(api.saveLanguage, async ({ sql, actor, params }) => {
    if (!isLanguage(params.lang)) throw new Rejection('INVALID_LANGUAGE');
    await saveLanguage(sql, actor.id, params.lang);
  });
}
