import type { ReplacingKeyRequest } from '@comporta/contract/keys/key-request';
import { newEnvironmentKey } from '../identity/keys/environment-key.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import type { Actor } from '../platform/callers/actor.ts';
import type { ApplicationScope, EnvironmentScope } from '../platform/callers/application-scope.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import { replaceEnvironmentKey } from './environment-key-repository.ts';

interface Create {
  readonly sql: Sql;
  readonly actor: Actor;
  readonly application: ApplicationScope;
  readonly environment: EnvironmentScope;
  readonly body: Pick<ReplacingKeyRequest, 'keepHours'>;
}

/** Returns the new key. This is its only copy: the database stores a hash. */
export async function createEnvironmentKey({
  sql,
  actor,
  application,
  environment,
  body: { keepHours },
}: Create): Promise<string> {
  const key = newEnvironmentKey();
  const keyHash = hashSecret(key);
  const endsAt = await replaceEnvironmentKey(sql, environment.id, { keyHash, keepHours });
  await recordChange(
    { sql, actor, application },
    {
      action: 'CREATED',
      type: 'environmentKey',
      id: environment.id,
      name: environment.name,
      environment,
      after: endsAt && { previousEndsAt: endsAt.toISOString() },
    },
  );
  return key;
}
