import type { ExperimentDraft } from '@comporta/contract/experiments/experiment';
import type { PropertyDraft } from '@comporta/contract/properties/property';
import type { TargetGroupDraft } from '@comporta/contract/target-groups/target-group';
import type { ToggleDraft } from '@comporta/contract/toggles/toggle';
import type { Sql } from '../platform/database/database.ts';
import type { Actor } from '../platform/identity/actor.ts';
import type { ApplicationScope, EnvironmentScope } from '../platform/identity/application-scope.ts';

export interface Saving {
  readonly sql: Sql;
  readonly actor: Actor;
  readonly application: ApplicationScope;
  /** An import overrules whatever version is stored. */
  readonly ifMatch: undefined;
}

interface Saves<Scope, Draft> {
  create(call: Scope & { readonly body: Draft }): Promise<{ readonly id: string }>;
  edit(call: Scope & { readonly body: Draft }, id: string): Promise<unknown>;
  remove(call: Scope, id: string): Promise<void>;
}

type InEnvironment = Saving & { readonly environment: EnvironmentScope };

/**
 * How each kind of entity is saved by its own slice, so that an import checks, refuses and records
 * exactly what a person's save does.
 */
export interface EntitySaves {
  addEnvironments(call: Saving, names: readonly string[]): Promise<readonly EnvironmentScope[]>;
  readonly properties: Saves<Saving, PropertyDraft>;
  readonly targetGroups: Saves<Saving, TargetGroupDraft>;
  readonly toggles: Saves<Saving, ToggleDraft>;
  readonly experiments: Omit<Saves<InEnvironment, ExperimentDraft>, 'create'> & {
    create(
      call: InEnvironment & { readonly body: ExperimentDraft },
      drawn: { readonly salt: string; readonly buckets: number },
    ): Promise<{ readonly id: string }>;
    pause(call: InEnvironment, id: string): Promise<unknown>;
    restart(call: InEnvironment, id: string): Promise<unknown>;
  };
}
