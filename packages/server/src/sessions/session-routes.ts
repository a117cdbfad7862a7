import { endAllSessions } from '@comporta/contract/accounts/account-session-api';
import { confirm } from '@comporta/contract/identity/confirmation-api';
import { DEVICE_GRANT } from '@comporta/contract/identity/device-api';
import { rememberBrowser } from '@comporta/contract/sessions/browser-api';
import * as notices from '@comporta/contract/sessions/notice-api';
import * as own from '@comporta/contract/sessions/own-session-api';
import * as api from '@comporta/contract/sessions/session-api';
import { isLanguage } from '@comporta/messages/languages';
import type { Passkeys } from '../identity/passkeys/passkeys.ts';
import type { Sealing } from '../identity/sealing.ts';
import { endOtherSessions } from '../identity/session-ends.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import type { UserActor } from '../platform/callers/actor.ts';
import { isToken } from '../platform/callers/token-actor.ts';
import { recordOwnChange } from '../platform/changes/changes.ts';
import type { Config } from '../platform/config/config.ts';
import { lockAccount } from '../platform/database/account-lock.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';
import { browserSecretIn } from './browsers/browser-cookie.ts';
import { isKnownBrowser } from './browsers/known-browser-repository.ts';
import { rememberBrowser as remember } from './browsers/remember-browser.ts';
import { confirm as confirmSession, type Proofs } from './confirmation/confirm.ts';
import { proveByCode } from './confirmation/prove-by-code.ts';
import { proveByPasskey } from './confirmation/prove-by-passkey.ts';
import { saveLanguage } from './credential-repository.ts';
import { deviceRoutes } from './device/device-routes.ts';
import { endSessionsOfOthers } from './end-sessions-of-others.ts';
import { factorRoutes } from './factors/factor-routes.ts';
import { checkGrants } from './grants/check-grant.ts';
import { deviceGrant, type MakeDeviceToken } from './grants/device-grant.ts';
import { openSession } from './grants/open-session.ts';
import { answerByPasskey, passkeyGrant } from './grants/passkey-grant.ts';
import { passwordGrant } from './grants/password-grant.ts';
import { type SecondStepSettings, secondStepGrant } from './grants/second-step-grant.ts';
import { type AdmitByTicket, ticketGrant } from './grants/ticket-grant.ts';
import { listNotices } from './notices/list-notices.ts';
import { passkeyRoutes } from './passkeys/passkey-routes.ts';
import { deleteSession, endOwnSession, listOwnSessions } from './session-repository.ts';
import type { FailedSignIns } from './sign-in-log/failed-sign-ins.ts';

/** What the way in of each grant type needs. */
export interface SessionSettings extends Pick<Config, 'publicUrl'> {
  readonly sealing: Sealing;
  readonly failedSignIns: FailedSignIns;
  readonly passkeys: Passkeys;
  readonly admitByTicket: AdmitByTicket;
  /** Connects the identity of a sign-on with who has proved that it is theirs. */
  readonly connectProven: NonNullable<SecondStepSettings['connect']>;
  /** Whether a ticket is of who is logged in. */
  readonly confirmByTicket: (
    sql: Sql,
    actor: UserActor,
    presented: { readonly ticket: string; readonly verifier: string },
  ) => Promise<boolean>;
  readonly makeDeviceToken: MakeDeviceToken;
  readonly requireRoomForToken: (sql: Sql, userId: string) => Promise<void>;
  /** Ends a personal token by itself, as logging out ends a session. */
  readonly revokeToken: (sql: Sql, bearer: string) => Promise<void>;
}

export function sessionRoutes(server: Server, settings: SessionSettings): void {
  const { publicUrl, failedSignIns, passkeys } = settings;
  const { route, routeAfter, routeOutsideTransaction } = server;
  const { sealing, admitByTicket, confirmByTicket } = settings;
  const grants = {
    password: passwordGrant(failedSignIns),
    [DEVICE_GRANT]: deviceGrant(settings.makeDeviceToken),
    'urn:comporta:second-step': secondStepGrant({
      sealing,
      isKnownBrowser: (sql, { cookie }, userId) =>
        isKnownBrowser(sql, browserSecretIn(cookie), userId),
      failed: failedSignIns,
      passkey: answerByPasskey(passkeys),
      connect: settings.connectProven,
    }),
    'urn:comporta:passkey': passkeyGrant(passkeys, failedSignIns),
    'urn:comporta:ticket': ticketGrant(admitByTicket),
  };
  routeAfter(api.createSession, checkGrants(grants), openSession);
  factorRoutes(server, sealing);
  passkeyRoutes(server, passkeys);
  deviceRoutes(server, { publicUrl, requireRoom: settings.requireRoomForToken });
  route(api.revokeSession, async ({ sql, body }) => {
    if (isToken(body.token)) await settings.revokeToken(sql, body.token);
    else await deleteSession(sql, hashSecret(body.token));
  });
  const proofs: Proofs = {
    APP: proveByCode(sealing),
    PASSKEY: proveByPasskey(passkeys),
    SSO: async ({ sql, actor, body }) =>
      (await confirmByTicket(sql, actor, body)) ? undefined : new Rejection('WRONG_CONFIRMATION'),
  };
  routeOutsideTransaction(confirm, (call) => confirmSession(call, proofs));
  route(rememberBrowser, (call) => remember(call, publicUrl));
  route(endAllSessions, ({ sql, actor }) => endSessionsOfOthers(sql, actor));
  route(notices.listNotices, listNotices);
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
