import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { ExperimentDraft } from '@comporta/contract/experiments/experiment';
import type { RuleNames } from '@comporta/contract/experiments/named-rule';
import type { MetricDraft } from '@comporta/contract/metrics/metric';
import type { Change } from '@comporta/contract/nouns/change';
import type { PropertyDraft } from '@comporta/contract/properties/property';
import type { TargetGroupDraft } from '@comporta/contract/target-groups/target-group';
import type { ToggleDraft } from '@comporta/contract/toggles/toggle';
import type { Usage } from '@comporta/contract/usage';
import type { Dependencies } from '@comporta/engine/dependency-cycles';
import type { Rule } from '@comporta/engine/snapshot';
import type { ExperimentStatus } from '@comporta/engine/vocabulary';
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

/** Creates, edits and writes one kind of entity. */
interface Kind<Entity, Draft, Where = Writer> {
  /** Rejects the drafts that a user's save rejects, as far as the draft alone decides it. */
  create(where: Where, draft: Draft): Entity;
  /** Answers `before` itself when the draft changes nothing. */
  edit(where: Where, before: Entity, draft: Draft): Entity;
  /** Writes many, new ones and changed ones. */
  write(sql: Sql, many: readonly Entity[]): Promise<void>;
}

/** The changes for the audit log. `With` is what is needed to replace ids by names. */
interface Told<Entity, With extends readonly unknown[]> {
  created(entity: Entity, ...how: With): Change;
  edited(before: Entity, after: Entity, ...how: With): Change;
  deleted(entity: Entity, ...how: With): Change;
}

/** An analysis that uses a metric and was not stopped. */
export interface MetricUse {
  readonly experimentId: string;
  readonly ruleId: string;
  readonly envId: string;
  readonly toggleName: string;
}

/** The entities that experiments may name. */
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
 * The rules of each kind of entity, from its own slice: an import checks, rejects and records the same as a user's
 * save. Functions that take `sql` query the database, all others are pure.
 */
export interface EntityRules {
  readonly environments: {
    requireRoom(writer: Writer, count: number): void;
    /** Updates environments, and adds new ones. */
    save(
      writer: Writer & { readonly sql: Sql },
      saved: readonly StoredEnvironment[],
    ): Promise<Change>;
  };
  readonly properties: Kind<StoredProperty, PropertyDraft> & Told<StoredProperty, [Writer]>;
  readonly targetGroups: Kind<
    StoredTargetGroup,
    TargetGroupDraft,
    Writer & { readonly properties: ConditionProperties }
  > &
    Told<StoredTargetGroup, [Writer & { readonly properties: ConditionProperties }]>;
  readonly toggles: Kind<StoredToggle, ToggleDraft> &
    Told<StoredToggle, [Writer]> & {
      /** Rejects when the account's plan allows fewer toggles than there would be with the added ones. */
      requireRoom(sql: Sql, writer: Writer, added: number): Promise<void>;
      /** Rejects when the plan allows fewer toggles than there are now; locks the account. */
      enforceLimit(sql: Sql, writer: Writer): Promise<void>;
      /** Rejects more different tags than the toggles of an application may have. */
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
      /** Rejects dependency cycles, and new dependencies on paused experiments. */
      refuseUnsound(
        experiment: StoredExperiment,
        rulesBefore: readonly Rule[],
        around: { readonly circular: Dependencies; readonly paused: ReadonlySet<string> },
      ): void;
    };
  readonly metrics: Kind<StoredMetric, MetricDraft> &
    Told<StoredMetric, [Writer]> & {
      /** The keys are ids of metrics. */
      usesByMetric(
        sql: Sql,
        applicationId: string,
      ): Promise<ReadonlyMap<string, readonly MetricUse[]>>;
    };
}
