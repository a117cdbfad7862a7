import type { Actor, UserActor } from '../callers/actor.ts';
import type { ApplicationScope, EnvironmentScope } from '../callers/application-scope.ts';
import type { Sql } from '../database/database.ts';

interface Scopes {
  readonly account: { readonly actor: UserActor };
  readonly application: { readonly actor: Actor; readonly application: ApplicationScope };
  readonly environment: Scopes['application'] & { readonly environment: EnvironmentScope };
}

/** The parts of a call that a use case needs for a write to the account, an application or an environment. */
export type Write<Where extends keyof Scopes, Body = undefined> = Scopes[Where] & {
  readonly sql: Sql;
  readonly ifMatch: number | undefined;
} & (Body extends undefined ? unknown : { readonly body: Body });

/** The author of a write of the account. */
export type AccountWriter = Pick<Scopes['application'], 'actor'>;
/** The author of a write and its application. */
export type Writer = Scopes['application'];
