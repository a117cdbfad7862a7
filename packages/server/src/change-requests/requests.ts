import type { ChangePolicy } from '@comporta/contract/change-policies/change-policy';
import type { Growth } from '@comporta/contract/change-requests/check-guard';
import type { EditType } from '@comporta/contract/change-requests/edit-type';
import type { Guard, GuardState } from '@comporta/contract/change-requests/guard';
import type { GuardReading } from '@comporta/contract/change-requests/guard-decision';
import type { Body } from '@comporta/contract/change-requests/parts-of';
import type { Actor } from '../platform/callers/actor.ts';
import type { ApplicationScope, EnvironmentScope } from '../platform/callers/application-scope.ts';
import type { Sql } from '../platform/database/database.ts';
import type { EditWrite, EntityEdits } from '../platform/nouns/entity-edits.ts';
import type { KeptEdit } from '../tables/change-requests.ts';

/** The ordinary calls of all kinds of things, which their slices have. */
export type EditsOf = { readonly [Type in EditType]: EntityEdits } & {
  /** Stores a deleted thing again, as it was; returns whether it was still kept. */
  restore(write: EditWrite, thing: Pick<KeptEdit, 'type' | 'id'>): Promise<boolean>;
  /** Ships a value of an experiment by the figures of its analysis. Without `lookedAt` nobody knows the winner. */
  ship(write: EditWrite, experimentId: string, body: Body | null): Promise<void>;
  /** The same calls after a look at the figures of what these edits ship. Source: FAIR-44. */
  lookedAt(sql: Sql, shipped: readonly ShippedEdit[]): Promise<EditsOf>;
  readonly guard: GuardCalls;
};

/** What the guard of a request asks of analyses. */
export interface GuardCalls {
  /** Makes the analysis of a rule, or takes one that exists, and starts it; returns its id. Refuses what its calls refuse. */
  begin(write: EditWrite, experimentId: string, guarded: Guarded): Promise<string>;
  /** Stops the analysis where it still measures. */
  stop(
    write: EditWrite,
    experimentId: string,
    stop: { readonly analysisId: string; readonly note: string },
  ): Promise<void>;
  /** Reads the figures of the open phase. They are several queries: call it outside of a transaction. Source: FAIR-44. */
  look(sql: Sql, analysisId: string): Promise<GuardLook>;
  /** What was counted last. Figures of another count are none any more. */
  lastCount(sql: Sql, analysisId: string): Promise<LastCount>;
}

/** What a guard measures: one rule, by a plan or by an analysis that somebody made. */
export type Guarded = Pick<Guard, 'analysis' | 'analysisId'> & Growth & { readonly ruleId: string };

/** Null where no phase is open, or nothing was counted in it. */
export interface LastCount {
  readonly phaseId: string | null;
  readonly countedAt: string | null;
}

export interface GuardLook extends LastCount {
  /** Null where there are no figures. */
  readonly reading: GuardReading | null;
  readonly shown: Pick<GuardState, 'units' | 'guardrails' | 'marked'>;
}

/** An edit that may ship a value; only those that do are looked at. */
export type ShippedEdit = Pick<KeptEdit, 'environmentId' | 'body'> & {
  readonly action: string;
  readonly id: string;
};

/** An environment, and what changes of it need. */
export interface RequestEnvironment extends EnvironmentScope {
  readonly policy: ChangePolicy | null;
  /** That of the moment. */
  readonly freeze: { readonly name: string; readonly until: string } | null;
  /** Those that are not over. */
  readonly freezes: readonly { readonly from: string; readonly until: string }[];
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
