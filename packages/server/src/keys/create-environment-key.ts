import { hashSecret } from '../platform/base/secrets.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Actor } from '../platform/identity/actor.ts';
import type { ApplicationScope, EnvironmentScope } from '../platform/identity/application-scope.ts';
import { newEnvironmentKey } from '../platform/identity/environment-key.ts';
import { replaceEnvironmentKey } from './environment-key-repository.ts';

interface Create {
  readonly sql: Sql;
  readonly actor: Actor;
  readonly application: ApplicationScope;
  readonly environment: EnvironmentScope;
}

/** Returns the new key. This is its only copy: the database stores a hash. */
export async function createEnvironmentKey({
  sql,
  actor,
  application,
  environment,
}: Create): Promise<string> {
  const key = newEnvironmentKey();
  await replaceEnvironmentKey(sql, environment.id, hashSecret(key));
  await recordChange(
    { sql, actor, application },
    {
      action: 'CREATED',
      type: 'environmentKey',
      id: environment.id,
      name: environment.name,
      environment,
    },
  );
  return key;
}
