import * as api from '@comporta/contract/identity/passkey-api';
import { listPasskeysOf } from '../../identity/passkeys/passkey-repository.ts';
import type { Passkeys } from '../../identity/passkeys/passkeys.ts';
import { networkOf } from '../../platform/base/network.ts';
import { createRateLimit } from '../../platform/base/rate-limit.ts';
import { Rejection } from '../../platform/base/rejection.ts';
import type { Server } from '../../platform/http/route.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import { removePasskey } from './remove-passkey.ts';
import { renamePasskey } from './rename-passkey.ts';

/** A minute and network, as for what opens sessions. */
const OPTIONS_PER_NETWORK = 100;

export function passkeyRoutes(
  { route, routeAfter, routeOutsideTransaction }: Server,
  passkeys: Passkeys,
): void {
  const takeOptions = createRateLimit(OPTIONS_PER_NETWORK);
  routeOutsideTransaction(api.getPasskeyOptions, async ({ sql, address }) => {
    takeOptions(networkOf(address));
    return passkeys.options(sql);
  });
  route(api.listPasskeys, async ({ sql, actor }) =>
    (await listPasskeysOf(sql, actor.id)).map(answerOf),
  );
  route(api.beginPasskey, ({ sql, actor }) => beginPasskey(sql, actor, passkeys));
  routeAfter(
    api.addPasskey,
    async ({ sql, actor, body }) => {
      const made = await passkeys.checkNew(sql, actor, body.passkey);
      if (made === undefined) throw new Rejection('WRONG_PASSKEY');
      return { ...made, host: passkeys.host };
    },
    async (call, made) => answerOf(await addPasskey(call, made)),
  );
  route(api.renamePasskey, async (call) => answerOf(await renamePasskey(call)));
  route(api.removePasskey, ({ sql, actor, params }) => removePasskey(sql, actor, params.id));
}

type Listed = Awaited<ReturnType<typeof listPasskeysOf>>[number];

function answerOf({ createdAt, lastUsedAt, ...passkey }: Listed) {
  return {
    ...passkey,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
