import type { ChangePolicy } from '@comporta/contract/change-policies/change-policy';
import type { EditType } from '@comporta/contract/change-requests/edit-type';
import type { Sql } from '../platform/database/database.ts';
import type { Actor } from '../platform/identity/actor.ts';
import type { ApplicationScope, EnvironmentScope } from '../platform/identity/application-scope.ts';
import type { EntityEdits } from '../platform/nouns/entity-edits.ts';

/** The ordinary calls of all kinds of things, which their slices have. */
export type EditsOf = { readonly [Type in EditType]: EntityEdits };

/** An environment, and what changes of it need. */
export interface RequestEnvironment extends EnvironmentScope {
  readonly policy: ChangePolicy | null;
  readonly freeze: { readonly name: string; readonly until: string } | null;
}

/** A transaction that has the application locked, and whose calls are made in its name. */
export interface Applying {
  readonly sql: Sql;
  readonly actor: Actor;
  readonly application: ApplicationScope;
  readonly environments: readonly RequestEnvironment[];
  readonly edits: EditsOf;
}

/** What change requests read of all kinds of things. */
export type ReadsOf = { readonly [Type in EditType]: Pick<EntityEdits, 'find'> };

/** What is read to tell how a request stands. */
export type Reading = Pick<Applying, 'sql' | 'environments'> & {
  readonly edits: ReadsOf;
  readonly application: Pick<ApplicationScope, 'id' | 'onChange'>;
};
