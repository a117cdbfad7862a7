import { KIND_OF_KEY } from '@comporta/contract/keys/environment-key-api';
import { deleteFormerKey } from '../identity/keys/former-keys.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';

type End = Omit<Write<'environment', unknown>, 'body' | 'ifMatch'> & {
  readonly params: { readonly kind: string };
};

/** Ends the previous key of this kind before its time; NOT_FOUND when none works any more. */
export async function endFormerKey(call: End): Promise<void> {
  const { sql, actor, application, environment, params } = call;
  const now = new Date();
  const kind = orNotFound(KIND_OF_KEY.find((known) => known === params.kind));
  const endsAt = orNotFound(await deleteFormerKey(sql, environment.id, kind));
  orNotFound(endsAt > now || undefined);
  await recordChange(
    { sql, actor, application },
    {
      action: 'EDITED',
      type: kind === 'server' ? 'environmentKey' : 'clientKey',
      id: environment.id,
      name: environment.name,
      environment,
      before: { previousEndsAt: endsAt.toISOString() },
      after: { previousEndsAt: now.toISOString() },
    },
  );
}
