import type { ExperimentDraft } from '@comporta/contract/experiments/experiment';
import type { RuleNames } from '@comporta/contract/experiments/named-rule';
import type { Change } from '@comporta/contract/nouns/change';
import type { Usage } from '@comporta/contract/usage';
import type { Dependencies } from '@comporta/engine/dependency-cycles';
import type { Rule } from '@comporta/engine/snapshot';
import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import type { EnvironmentScope } from '../platform/callers/application-scope.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Writer } from '../platform/http/write.ts';
import type { DocumentPart } from './document-part.ts';
import type {
  NamedThings,
  StoredEnvironment,
  StoredExperiment,
  StoredToggle,
} from './stored-entities.ts';

/** An analysis that uses a metric and was not stopped. */
export interface MetricUse {
  readonly experimentId: string;
  readonly ruleId: string;
  readonly envId: string;
  readonly toggleName: string;
}

export interface NamedIds {
  readonly toggles: ReadonlySet<string>;
  readonly properties: ReadonlySet<string>;
  readonly targetGroups: ReadonlySet<string>;
  readonly idLists: ReadonlySet<string>;
  readonly dependencies: ReadonlySet<string>;
}

type InEnvironment = Writer & { readonly environment: EnvironmentScope };
type Naming = { readonly references: NamedThings };
type Telling = { readonly environment: EnvironmentScope; readonly names: RuleNames };
type Writing = Writer & { readonly sql: Sql };

/** What an import needs of the slices: it checks, rejects and records the same as a user's save. */
export interface EntityRules {
  /** The nouns of documents, in the order in which they are written: each after those that it names. */
  readonly parts: readonly DocumentPart[];
  readonly environments: {
    requireRoom(writer: Writer, count: number): void;
    /** Updates environments, and adds new ones. */
    save(writing: Writing, saved: readonly StoredEnvironment[]): Promise<Change>;
  };
  readonly toggles: {
    /** Rejects when the account's plan allows fewer toggles than there would be with the added ones. */
    requireRoom(writing: Writing, added: number): Promise<void>;
    /** Rejects when the plan allows fewer toggles than there are now; locks the account. */
    enforceLimit(writing: Writing): Promise<void>;
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
  readonly experiments: {
    /** Rejects the drafts that a user's save rejects, as far as the draft alone decides it. */
    create(
      where: InEnvironment,
      draft: ExperimentDraft,
      how: Naming & { readonly drawn: Pick<StoredExperiment, 'salt' | 'buckets'> },
    ): StoredExperiment;
    /** Answers `before` itself when the draft changes nothing. */
    edit(
      where: InEnvironment & Naming,
      before: StoredExperiment,
      draft: ExperimentDraft,
    ): StoredExperiment;
    withStatus(
      writer: Writer,
      before: StoredExperiment,
      status: ExperimentStatus,
    ): StoredExperiment;
    created(experiment: StoredExperiment, how: Telling): Change;
    edited(before: StoredExperiment, after: StoredExperiment, how: Telling): Change;
    deleted(experiment: StoredExperiment, how: Telling): Change;
    statusChanged(
      before: StoredExperiment,
      after: StoredExperiment,
      environment: EnvironmentScope,
    ): Change;
    namedIds(
      toggleId: string,
      rules: readonly (ExperimentDraft['rules'][number] | Rule)[],
    ): NamedIds;
    /** Rejects dependency cycles, and new dependencies in chains that are too long or on paused experiments. */
    refuseUnsound(
      experiment: StoredExperiment,
      rulesBefore: readonly Rule[],
      around: {
        readonly circular: Dependencies;
        readonly chainThrough: (toggleId: string) => number;
        readonly paused: ReadonlySet<string>;
      },
    ): void;
    write(sql: Sql, many: readonly StoredExperiment[]): Promise<void>;
    remove(sql: Sql, ids: readonly string[]): Promise<void>;
  };
  /** The open analyses of an application; the keys are ids of metrics. */
  usesByMetric(sql: Sql, applicationId: string): Promise<ReadonlyMap<string, readonly MetricUse[]>>;
}
