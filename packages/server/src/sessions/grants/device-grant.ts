import { findChallenge, holdChallenge, takeChallenge } from '../../identity/challenges.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import { findAuthor, type UserActor } from '../../platform/callers/actor.ts';
import type { Sql } from '../../platform/database/database.ts';
import { findCredentialById } from '../credential-repository.ts';
import { type Device, notePoll } from '../device/device-repository.ts';
import { POLL_SECONDS } from '../device/start-device.ts';
import type { Grant } from './grant.ts';

/** Makes a personal token for a program, in the transaction of the poll that fetches it. */
export type MakeDeviceToken = (
  sql: Sql,
  user: UserActor,
  device: Device,
) => Promise<{ readonly key: string; readonly expiresAt: string | null }>;

/**
 * The poll of a program whose code somebody types elsewhere: its token is made here, so that a node that dies leaves it to
 * the next poll. Source: IDN-55.
 */
export function deviceGrant(makeToken: MakeDeviceToken): Grant {
  return async ({ sql: outside, body: { device_code: secret } }) => {
    const named = { kind: 'DEVICE', secret } as const;
    if ((await findChallenge(outside, named)) === undefined)
      throw new Rejection('EXPIRED_DEVICE_CODE');
    return async (sql) => {
      const held = await holdChallenge(sql, named);
      if (held === undefined) return new Rejection('EXPIRED_DEVICE_CODE');
      const device = held.data as Device; // Written by `startDevice`.
      if (device.answer === undefined) {
        const isLate = await notePoll(sql, secret, POLL_SECONDS);
        return new Rejection(isLate ? 'AUTHORIZATION_PENDING' : 'SLOW_DOWN');
      }
      await takeChallenge(sql, named);
      const id = held.userId ?? '';
      const accountId = (await findCredentialById(sql, id))?.accountId;
      const user = accountId && (await findAuthor(sql, { kind: 'user', id, accountId }));
      if (device.answer === 'REFUSED' || !user || user.kind !== 'user') {
        return new Rejection('DEVICE_REFUSED');
      }
      const { key, expiresAt } = await makeToken(sql, user, device);
      return {
        issued: {
          access_token: key,
          token_type: 'Bearer',
          expires_in: Math.floor((Date.parse(expiresAt ?? '') - Date.now()) / 1000),
          language: user.language,
          name: user.name,
          company_name: user.companyName,
          is_admin: user.admin,
          plan: user.plan,
          user_name: user.email,
        },
      };
    };
  };
}
