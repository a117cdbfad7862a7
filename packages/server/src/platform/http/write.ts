import type { Sql } from '../database/database.ts';
import type { Actor, UserActor } from '../identity/actor.ts';
import type { ApplicationScope, EnvironmentScope } from '../identity/application-scope.ts';

interface Scopes {
  readonly account: { readonly actor: UserActor };
  readonly application: { readonly actor: Actor; readonly application: ApplicationScope };
  readonly environment: Scopes['application'] & { readonly environment: EnvironmentScope };
}

/** What a use case needs of a call that writes: into the account, an application or an environment. */
export type Write<Where extends keyof Scopes, Body = undefined> = Scopes[Where] & {
  readonly sql: Sql;
  readonly ifMatch: number | undefined;
} & (Body extends undefined ? unknown : { readonly body: Body });

/** Who writes, and into which application. */
export type Writer = Scopes['application'];
