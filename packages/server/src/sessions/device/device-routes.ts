import * as api from '@comporta/contract/identity/device-api';
import { readCode } from '@comporta/contract/identity/read-code';
import { TOKEN_DAYS } from '@comporta/contract/keys/token';
import { openBuckets } from '../../platform/base/rate-limit.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { UserActor } from '../../platform/callers/actor.ts';
import { readSignInPolicy } from '../../platform/callers/sign-in-policy-repository.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Server } from '../../platform/http/route.ts';
import { answerDevice, findDevice } from './device-repository.ts';
import { startDevice } from './start-device.ts';

const HOUR_SECONDS = 60 * 60;
const DAY_MS = 24 * HOUR_SECONDS * 1000;
const WRONG_CODES_AN_HOUR = 10;

interface DeviceSettings {
  readonly publicUrl: string;
  /** Rejects where the user has no room for another token. */
  readonly requireRoom: (sql: Sql, userId: string) => Promise<void>;
}

/** Connecting a program by typing the code that it shows. Source: IDN-55. */
export function deviceRoutes({ route }: Server, { publicUrl, requireRoom }: DeviceSettings): void {
  const wrongCodes = openBuckets(WRONG_CODES_AN_HOUR / HOUR_SECONDS, WRONG_CODES_AN_HOUR);

  /** Guessing is refused before a code is looked at, so that a right one tells nothing, either. */
  async function readTyped(sql: Sql, { id, accountId }: UserActor, typed: string) {
    const waitMs = wrongCodes.missingMs(id, 1);
    if (waitMs > 0) throw new Rejection('RATE_LIMITED', { retry_after: Math.ceil(waitMs / 1000) });
    const { deviceLogin, tokenMaxDays } = await readSignInPolicy(sql, accountId);
    if (!deviceLogin) throw new Rejection('FORBIDDEN');
    const code = readCode('DEVICE', typed);
    const device = code === null ? undefined : await findDevice(sql, code);
    if (code === null || device === undefined) {
      wrongCodes.take(id, 1);
      throw new Rejection('UNKNOWN_DEVICE_CODE');
    }
    const endsAt = new Date(Date.now() + Math.min(TOKEN_DAYS, tokenMaxDays) * DAY_MS).toISOString();
    return { code, device, endsAt };
  }

  route(api.startDevice, startDevice(publicUrl));
  route(api.getDevice, async ({ sql, actor, params }) => {
    const { device, endsAt } = await readTyped(sql, actor, params.userCode);
    const { program, host, network, scopes } = device;
    return { program, host, network, scopes: [...scopes], endsAt };
  });
  route(api.answerDevice, async ({ sql, actor, params, body: { allow } }) => {
    const { code } = await readTyped(sql, actor, params.userCode);
    if (allow) await requireRoom(sql, actor.id);
    const answer = allow ? 'ALLOWED' : 'REFUSED';
    const isFirst = await answerDevice(sql, code, { userId: actor.id, answer });
    if (!isFirst) throw new Rejection('UNKNOWN_DEVICE_CODE');
  });
}
