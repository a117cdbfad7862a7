import * as z from 'zod/mini';
import { documented, id } from '../shapes.ts';

/** Whether a toggle is to be removed some day. What nobody marked is. */
export const LIFETIMES = ['TEMPORARY', 'PERMANENT'] as const;
export type Lifetime = (typeof LIFETIMES)[number];

/** A toggle is launched when everybody has got one value for this many days. Source: LIF-22. */
export const LAUNCHED_AFTER_DAYS = 30;

export const LIFECYCLE_STATES = [
  'PERMANENT',
  'NEW',
  'ACTIVE',
  'READY_TO_REMOVE',
  'IDLE',
  'LAUNCHED',
  'UNKNOWN',
] as const;
export type LifecycleState = (typeof LIFECYCLE_STATES)[number];

/** Why a toggle is stale, in a word: its state, unless its day has passed. */
export type ToldState =
  | Extract<LifecycleState, 'READY_TO_REMOVE' | 'IDLE' | 'LAUNCHED'>
  | 'OVERDUE';

const usageClientSchema = z.object({
  service: documented(z.string(), { description: 'Empty where it names none.' }),
  sdk: documented(z.string(), {
    description: '`Mozilla` for all browsers; empty for those that were too many to tell apart.',
  }),
  version: z.string(),
});
/** A program that asks for toggles. */
export type UsageClient = z.infer<typeof usageClientSchema>;

/** What is known of one environment. Times are RFC 3339, in UTC with milliseconds. */
export interface EnvironmentFacts {
  readonly id: string;
  readonly production: boolean;
  readonly countingSince: string;
  /** When any client last asked for anything; null: never. */
  readonly askedAt: string | null;
  /** When a client that does not report last asked; null: never. */
  readonly silentAt: string | null;
  readonly silentClients?: readonly UsageClient[];
  /** When this toggle was last used; null: never. */
  readonly lastUseAt: string | null;
  readonly outcome:
    | { readonly type: 'EVERYONE'; readonly value: string }
    | { readonly type: 'OTHER' };
  /** Since when it has been that outcome; null: of OTHER, that need not be known. */
  readonly outcomeSince: string | null;
}

/** What is known of a toggle. Days are YYYY-MM-DD, in UTC. */
export interface LifecycleFacts {
  readonly createdAt: string;
  readonly lifetime: Lifetime;
  readonly removeBy: string | null;
  readonly snoozedUntil: string | null;
  /** How many toggles have a rule that depends on it. */
  readonly dependents: number;
  /** How many places of the scanned code name it. */
  readonly references: number;
  readonly repositories: number;
  readonly oldestScanAt: string | null;
  readonly analysisRunning: boolean;
  readonly changePending: boolean;
  readonly environments: readonly EnvironmentFacts[];
}

export interface LifecycleSettings {
  readonly idleDays: number;
}

const ofEnvironment = { envId: id, at: z.string() };

export const lifecycleReasonSchema = documented(
  z.discriminatedUnion('code', [
    z.object({ code: z.literal('OVERDUE'), on: z.string() }),
    z.object({ code: z.literal('IN_USE'), ...ofEnvironment }),
    z.object({ code: z.literal('COUNTING_SINCE'), ...ofEnvironment }),
    z.object({ code: z.literal('NO_REQUESTS'), envId: id, at: z.nullable(z.string()) }),
    z.object({
      code: z.literal('CANNOT_TELL'),
      ...ofEnvironment,
      clients: documented(z.optional(z.readonly(z.array(usageClientSchema))), {
        description: 'Some that do not report which toggles they use, those first that asked last.',
      }),
    }),
    z.object({ code: z.literal('NEVER_USED'), ...ofEnvironment }),
    z.object({ code: z.literal('UNUSED_SINCE'), ...ofEnvironment }),
    z.object({ code: z.literal('HAS_DEPENDENTS'), count: z.int() }),
    z.object({ code: z.literal('HAS_REFERENCES'), count: z.int() }),
    z.object({ code: z.literal('NO_REPOSITORY') }),
    z.object({ code: z.literal('SCAN_TOO_OLD'), at: z.string() }),
    z.object({ code: z.literal('SAME_VALUE_SINCE'), at: z.string() }),
    z.object({ code: z.literal('ANALYSIS_RUNNING') }),
    z.object({ code: z.literal('CHANGE_PENDING') }),
  ]),
  {
    id: 'LifecycleReason',
    description: 'One fact that a state follows from. `at` is when that began or last happened.',
  },
);
export type LifecycleReason = z.infer<typeof lifecycleReasonSchema>;
export type LifecycleReasonCode = LifecycleReason['code'];

const LIFECYCLE = {
  state: z.enum(LIFECYCLE_STATES),
  overdue: documented(z.boolean(), { description: 'Whether it was to be removed before today.' }),
  stale: documented(z.boolean(), {
    description: 'LAUNCHED, IDLE, READY_TO_REMOVE or overdue, and not snoozed.',
  }),
  value: documented(z.optional(z.string()), {
    description: 'Only for LAUNCHED: the value that everyone gets.',
  }),
  since: documented(z.optional(z.string()), {
    description: 'Since when it has been launched, or unused.',
  }),
  reasons: z.readonly(z.array(lifecycleReasonSchema)),
};

const lifecycleSchema = z.object(LIFECYCLE);
export type Lifecycle = z.infer<typeof lifecycleSchema>;

export const toggleLifecycleSchema = documented(
  z.object({
    toggleId: id,
    ...LIFECYCLE,
    lastUseAt: documented(z.nullable(z.string()), {
      description: 'The last use in any environment; null: none is known.',
    }),
  }),
  { id: 'ToggleLifecycle', description: 'Whether a toggle is used, may go, or nobody can tell.' },
);
export type ToggleLifecycle = z.infer<typeof toggleLifecycleSchema>;
