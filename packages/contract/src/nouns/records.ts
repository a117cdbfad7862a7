import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import type { ApplicationValue } from '../applications/application.ts';
import type { EditAction } from '../change-requests/edit.ts';
import type { EditType } from '../change-requests/edit-type.ts';
import type { HeldReason, RequestStart, RequestState } from '../change-requests/request-state.ts';
import type { NamedCondition } from '../conditions/named-condition.ts';
import type { Scope } from '../endpoint.ts';
import type { NamedRule } from '../experiments/named-rule.ts';
import type { IdListValue } from '../id-lists/id-list.ts';
import type { MappingMode } from '../identity/map-groups.ts';
import type { SignInPolicy } from '../identity/sign-in-policy.ts';
import type { ClientAccessValue } from '../keys/client-access.ts';
import type { MetricValue } from '../metrics/metric.ts';
import type { PropertyValue } from '../properties/property.ts';
import type { TargetGroupValue } from '../target-groups/target-group.ts';
import type { ToggleValue } from '../toggles/toggle.ts';
import type { User } from '../users/user.ts';

/** What may happen to an entity. Only experiments are paused and restarted. */
export const AUDIT_ACTIONS = ['CREATED', 'EDITED', 'DELETED', 'PAUSED', 'RESTARTED'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What audit entries are about. */
export const ENTITY_TYPES = [
  'application',
  'environment',
  'environmentKey',
  'clientKey',
  'property',
  'targetGroup',
  'toggle',
  'experiment',
  'metric',
  'idList',
  'eventKey',
  'analysis',
  'changeRequest',
  'freeze',
  'user',
  'account',
  'accountKey',
  'signInPolicy',
  'token',
  'provider',
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/**
 * The fields that the audit log stores for each kind of entity, with names in place of ids. It must never contain a
 * secret, hash or token.
 */
export interface Records {
  readonly application:
    | RecordedApplication
    | NoteOf<'webhookSecretRead' | 'exported'>
    | { readonly sharedViews: readonly string[] };
  /** Recorded separately from its application only for the erasure of a user, without saying whose. */
  readonly environment: { readonly erasedUser: boolean } | RecordedPolicy;
  /** Nothing is recorded about the value of a key, only until when the one before it works. */
  readonly environmentKey: RecordedReplacement;
  readonly clientKey: ClientAccessValue | RecordedReplacement;
  readonly property: Restorable<PropertyValue>;
  readonly targetGroup: Restorable<
    Omit<TargetGroupValue, 'conditions'> & { readonly conditions: readonly NamedCondition[] }
  >;
  readonly toggle: Restorable<
    Omit<ToggleValue, 'removeBy'> & {
      readonly removeBy: string | undefined;
      readonly owner: string | undefined;
      readonly snoozedUntil: string | undefined;
      readonly archived: boolean;
    }
  >;
  readonly experiment:
    | Restorable<RecordedExperiment & NoteOf<'rerandomised'>>
    | Pick<RecordedExperiment, 'status'>;
  readonly metric: MetricValue;
  /** Of its ids only how many were added and removed. Source: LIF-42. */
  readonly idList: IdListValue | { readonly ids: RecordedIds };
  /** Only the deletion is recorded; the entry has the key as its name. */
  readonly eventKey: never;
  readonly analysis: RecordedAnalysis;
  readonly changeRequest: RecordedRequest;
  readonly freeze: RecordedFreeze;
  readonly user:
    | RecordedUser
    | Pick<RecordedUser, 'active'>
    | NoteOf<'passwordChanged' | 'passwordSetByLink' | 'sessionsEnded' | 'sessionEnded'>
    | NoteOf<'passkeyAdded' | 'passkeyRemoved' | 'passkeyRenamed'>
    | NoteOf<'appSetUp' | 'appRemoved' | 'recoveryCodesMade' | 'recoveryCodeUsed' | 'signInReset'>
    | { readonly identities: readonly string[] };
  /** An empty list of regions stands for all of them. */
  readonly account:
    | { readonly plan: string; readonly regions: readonly string[] }
    | NoteOf<'everybodyLoggedOut'>;
  readonly accountKey: { readonly key: string };
  /** Emergency users by their names. */
  readonly signInPolicy: SignInPolicy | Pick<SignInPolicy, 'passwordLogin'>;
  /** A personal token or a service key, with the names of what was chosen; an empty list stands for everything. */
  readonly token: RecordedToken;
  /** Without the client's secret. */
  readonly provider: RecordedProvider;
}

export interface RecordedIds {
  readonly added: number;
  readonly removed: number;
}

interface RecordedToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly applications?: readonly string[];
  readonly environments?: readonly string[];
  readonly expiresAt?: string;
}

/** What was deleted may come back, or be given up. */
type Restorable<Recorded> = (Recorded & NoteOf<'restored'>) | NoteOf<'discarded'>;

interface RecordedReplacement {
  readonly previousEndsAt: string;
}

/** What was done, where no field has another value or its value is secret: the text of an entry is `audit.<note>`. */
export const NOTES = [
  'rerandomised',
  'restored',
  'discarded',
  'passwordChanged',
  'passwordSetByLink',
  'sessionsEnded',
  'sessionEnded',
  'appSetUp',
  'appRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeyRenamed',
  'recoveryCodesMade',
  'recoveryCodeUsed',
  'signInReset',
  'everybodyLoggedOut',
  'webhookSecretRead',
  'exported',
  'secretChanged',
  'adminKept',
] as const;
type Note = (typeof NOTES)[number];

type NoteOf<One extends Note> = { readonly [Name in One]?: true };

interface RecordedApplication extends Omit<ApplicationValue, 'environments'> {
  readonly environments: readonly string[];
  readonly productionEnvironments: readonly string[];
  readonly otherEnvironments: readonly string[];
  readonly bulkCountingEnvironments: readonly string[];
}

interface RecordedExperiment {
  readonly toggle: string;
  readonly status: ExperimentStatus;
  readonly rules: readonly NamedRule[];
}

/** Names metrics and properties by their keys. */
export interface RecordedAnalysis {
  readonly state?: string;
  readonly phase?: number | undefined;
  readonly newUsersOnly?: boolean;
  readonly rule?: number | undefined;
  readonly hypothesis?: string;
  readonly control?: string;
  readonly goal?: string | undefined;
  readonly guardrails?: readonly string[];
  readonly secondary?: readonly string[];
  readonly alpha?: number;
  readonly power?: number;
  readonly mde?: number;
  readonly plannedUnits?: number | undefined;
  readonly excludeBots?: boolean;
  readonly trustedExposures?: boolean;
  readonly segments?: readonly string[];
  readonly reason?: string | undefined;
  readonly verdict?: string | undefined;
  readonly value?: string | undefined;
}

/** One difference that an edit makes, as entries show those of the thing itself. */
export interface RecordedDifference {
  readonly field: string;
  readonly index?: number;
  readonly isMove?: true;
  readonly before?: unknown;
  readonly after?: unknown;
}

interface RecordedEdit {
  readonly action: EditAction;
  readonly name: string;
  /** What the thing is, and what changes of it; absent in entries of programs before the release of these. */
  readonly type?: EditType;
  readonly changes?: readonly RecordedDifference[];
}

/** A step as it was filed, with names in place of ids: readers get sentences of it in their language. */
export interface RecordedStep {
  /** Of a later step: its time, or seconds after the step before it. */
  readonly at?: string;
  readonly wait?: number;
  readonly edits: readonly RecordedEdit[];
}

/** The name of the entry has the number. */
export interface RecordedRequest {
  readonly title?: string;
  readonly reason?: string;
  readonly state?: RequestState;
  readonly held?: HeldReason | undefined;
  readonly start?: RequestStart;
  readonly startAt?: string | undefined;
  readonly lateBy?: string;
  readonly author?: string;
  /** The names of those whose approval counts, and what was said when it was rejected. */
  readonly approvedBy?: readonly string[];
  readonly rejection?: string | undefined;
  /** Texts in entries of programs before the release of the structured ones. */
  readonly steps?: readonly (RecordedStep | string)[];
}

export interface RecordedPolicy {
  readonly approvals: string;
  readonly pauseDirectly: boolean;
  readonly reasonRequired: boolean;
}

export interface RecordedProvider extends NoteOf<'secretChanged'> {
  readonly name: string;
  readonly slug: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly domains: readonly string[];
  readonly trustsEmails: boolean;
  readonly createsUsers: boolean;
  readonly secondFactorThere: boolean;
  readonly groupsAt: string;
  readonly requiredGroups: readonly string[];
  readonly mappingMode: MappingMode;
  /** Of each group the names of its applications; those that make administrators stand by themselves. */
  readonly mapping: readonly string[];
  readonly adminGroups: readonly string[];
  /** Groups whose users only read in these applications, and those who may approve there; others edit. */
  readonly viewerGroups: readonly string[];
  readonly approverGroups: readonly string[];
  readonly enabled: boolean;
}

export interface RecordedFreeze {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly environments: readonly string[];
}

interface RecordedUser
  extends Pick<User, 'name' | 'email' | 'admin' | 'active'>,
    NoteOf<'adminKept'> {
  readonly applications: readonly string[];
  /** Applications, and environments after the name of theirs; absent where the user has no role of their own. */
  readonly viewerIn?: readonly string[];
  readonly editorIn?: readonly string[];
  readonly approverIn?: readonly string[];
}

type NameIn<Record> = Record extends unknown ? keyof Record & string : never;

/** A name of a field that some entry of the audit log may have. */
export type RecordedField = Exclude<NameIn<Records[EntityType]>, Note>;
