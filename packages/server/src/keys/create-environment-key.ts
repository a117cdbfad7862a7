import type { Actor } from '../platform/actor.ts';
import type { ApplicationScope, EnvironmentScope } from '../platform/application-scope.ts';
import { recordChange } from '../platform/changes.ts';
import type { Sql } from '../platform/database.ts';
import { newEnvironmentKey } from '../platform/environment-key.ts';
import { hashSecret } from '../platform/secrets.ts';
import { replaceEnvironmentKey } from './environment-key-repository.ts';

interface Create {
  readonly sql: Sql;
  readonly actor: Actor;
  readonly application: ApplicationScope;
  readonly environment: EnvironmentScope;
}

/** Answers the only copy there is of the new key. */
export async function createEnvironmentKey({
  sql,
  actor,
  application,
  environment,
}: Create): Promise<string> {
  const key = newEnvironmentKey();
  await replaceEnvironmentKey(sql, environment.id, hashSecret(key));
  await recordChange(sql, actor, application, {
    action: 'CREATED',
    type: 'environmentKey',
    id: environment.id,
    name: environment.name,
    environment,
  });
  return key;
}
