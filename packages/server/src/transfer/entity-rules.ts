import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { ExperimentDraft } from '@comporta/contract/experiments/experiment';
import type { RuleNames } from '@comporta/contract/experiments/named-rule';
import type { MetricDraft } from '@comporta/contract/metrics/metric';
import type { PropertyDraft } from '@comporta/contract/properties/property';
import type { TargetGroupDraft } from '@comporta/contract/target-groups/target-group';
import type { ToggleDraft } from '@comporta/contract/toggles/toggle';
import type { Usage } from '@comporta/contract/usage';
import type { Dependencies } from '@comporta/engine/dependency-cycles';
import type { Rule } from '@comporta/engine/snapshot';
import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import type { Change } from '../platform/changes/change.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Writer } from '../platform/http/write.ts';
import type { EnvironmentScope } from '../platform/identity/application-scope.ts';
import type {
  StoredEnvironment,
  StoredExperiment,
  StoredMetric,
  StoredProperty,
  StoredTargetGroup,
  StoredToggle,
} from './stored-entities.ts';

/** What one kind of entity is made of by a draft, and how it is written. */
interface Kind<Entity, Draft, Where = Writer> {
  /** Refuses what a person's save refuses, as far as the draft itself is to blame. */
  create(where: Where, draft: Draft): Entity;
  /** The entity itself when the draft changes nothing. */
  edit(where: Where, before: Entity, draft: Draft): Entity;
  /** Writes many, whether they are new or not. */
  write(sql: Sql, many: readonly Entity[]): Promise<void>;
}

/** What the audit log is told. `With` is what it takes to say it by names. */
interface Told<Entity, With extends readonly unknown[]> {
  created(entity: Entity, ...how: With): Change;
  edited(before: Entity, after: Entity, ...how: With): Change;
  deleted(entity: Entity, ...how: With): Change;
}

/** An analysis that was not stopped and that measures by a metric. */
export interface MetricUse {
  readonly experimentId: string;
  readonly ruleId: string;
  readonly envId: string;
  readonly toggleName: string;
}

/** What experiments may name. */
export interface NamedThings {
  readonly toggles: readonly StoredToggle[];
  readonly properties: readonly StoredProperty[];
  readonly targetGroups: readonly StoredTargetGroup[];
}

export interface NamedIds {
  readonly toggles: ReadonlySet<string>;
  readonly properties: ReadonlySet<string>;
  readonly targetGroups: ReadonlySet<string>;
  readonly dependencies: ReadonlySet<string>;
}

type InEnvironment = Writer & { readonly environment: EnvironmentScope };
type Naming = { readonly references: NamedThings };
type Telling = { readonly environment: EnvironmentScope; readonly names: RuleNames };

/**
 * The rules of each kind of entity, from its own slice: an import checks, refuses and records what a
 * person's save does. What takes `sql` asks the database, all else asks nobody.
 */
export interface EntityRules {
  readonly environments: {
    requireRoom(writer: Writer, count: number): void;
    /** Changes them, and adds those that are new. */
    save(
      writer: Writer & { readonly sql: Sql },
      saved: readonly StoredEnvironment[],
    ): Promise<Change>;
  };
  readonly properties: Kind<StoredProperty, PropertyDraft> & Told<StoredProperty, []>;
  readonly targetGroups: Kind<
    StoredTargetGroup,
    TargetGroupDraft,
    Writer & { readonly properties: ConditionProperties }
  > &
    Told<StoredTargetGroup, [ConditionProperties]>;
  readonly toggles: Kind<StoredToggle, ToggleDraft> &
    Told<StoredToggle, []> & {
      /** Refuses when the plan of the account allows fewer than there would be with these. */
      requireRoom(sql: Sql, writer: Writer, added: number): Promise<void>;
      /** Refuses when it allows fewer than there are by now; holds the account. */
      enforceLimit(sql: Sql, writer: Writer): Promise<void>;
      /** Refuses more different tags than the toggles of an application may have. */
      requireFewTags(count: number): void;
      lostValues(before: StoredToggle, after: StoredToggle): readonly string[];
      requireUnused(
        toggleId: string,
        values: readonly string[],
        naming: readonly {
          readonly usage: Usage;
          readonly toggleId: string;
          readonly rules: readonly Rule[];
        }[],
      ): void;
    };
  readonly experiments: Omit<
    Kind<StoredExperiment, ExperimentDraft, InEnvironment & Naming>,
    'create'
  > &
    Told<StoredExperiment, [Telling]> & {
      create(
        where: InEnvironment,
        draft: ExperimentDraft,
        how: Naming & { readonly drawn: Pick<StoredExperiment, 'salt' | 'buckets'> },
      ): StoredExperiment;
      withStatus(
        writer: Writer,
        before: StoredExperiment,
        status: ExperimentStatus,
      ): StoredExperiment;
      statusChanged(
        before: StoredExperiment,
        after: StoredExperiment,
        environment: EnvironmentScope,
      ): Change;
      namedIds(
        toggleId: string,
        rules: readonly (ExperimentDraft['rules'][number] | Rule)[],
      ): NamedIds;
      /** Refuses dependencies in a circle, and new ones on what is paused. */
      refuseUnsound(
        experiment: StoredExperiment,
        rulesBefore: readonly Rule[],
        around: { readonly circular: Dependencies; readonly paused: ReadonlySet<string> },
      ): void;
    };
  readonly metrics: Kind<StoredMetric, MetricDraft> &
    Told<StoredMetric, []> & {
      /** By the ids of the metrics. */
      usesByMetric(
        sql: Sql,
        applicationId: string,
      ): Promise<ReadonlyMap<string, readonly MetricUse[]>>;
    };
}
