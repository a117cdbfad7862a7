import { EXPERIMENT_STATUSES } from '@comporta/engine/vocabulary';
import { ANALYSIS_STATES } from '../analyses/analysis.ts';
import { APPLICATION, NOTIFICATION_LANGUAGES } from '../applications/application.ts';
import { HELD_REASONS, REQUEST_STATES, STARTS } from '../change-requests/request-state.ts';
import type { Said } from '../fields.ts';
import { PROVIDER } from '../identity/provider.ts';
import { PASSWORD_LOGINS, SECOND_FACTOR_RULES } from '../identity/sign-in-policy.ts';
import { METRIC } from '../metrics/metric.ts';
import { PROPERTY } from '../properties/property.ts';
import { TARGET_GROUP } from '../target-groups/target-group.ts';
import { TOGGLE } from '../toggles/toggle.ts';
import type { EntityType, Records } from './records.ts';

/** The reasons for which the service itself stops an analysis. People write others. */
const REASONS = ['EXPERIMENT_DELETED', 'ENVIRONMENT_DELETED', 'RULE_GONE'] as const;

/** The recorded fields whose values are words, for each kind of entity that has some. */
export const SAID_WORDS = {
  application: APPLICATION.said,
  property: PROPERTY.said,
  targetGroup: TARGET_GROUP.said,
  toggle: TOGGLE.said,
  experiment: { status: { words: EXPERIMENT_STATUSES, as: 'experiment.status' } },
  metric: METRIC.said,
  analysis: {
    state: { words: ANALYSIS_STATES, as: 'analysis.state' },
    reason: { words: REASONS, as: 'analysis.stoppedBecause' },
  },
  changeRequest: {
    state: { words: REQUEST_STATES, as: 'changeRequest.state' },
    held: { words: HELD_REASONS, as: 'changeRequest.heldBecause' },
    start: { words: STARTS, as: 'changeRequest.start' },
  },
  signInPolicy: {
    passwordLogin: { words: PASSWORD_LOGINS, as: 'signInPolicy.passwordLogin' },
    secondFactor: { words: SECOND_FACTOR_RULES, as: 'signInPolicy.secondFactor' },
  },
  provider: PROVIDER.said,
  // Only old entries have it.
  user: { language: { words: NOTIFICATION_LANGUAGES, as: 'language' } },
} as const satisfies Required<Saying> & Partial<Readonly<Record<EntityType, SaidFields>>>;

type SaidFields = Readonly<Record<string, Said>>;

/** The fields of a record whose values are a closed list of texts. */
type WordsIn<Recorded> = Recorded extends unknown
  ? {
      [Name in keyof Recorded]-?: NonNullable<Recorded[Name]> extends string
        ? string extends NonNullable<Recorded[Name]>
          ? never
          : Name
        : never;
    }[keyof Recorded]
  : never;

/** The kinds of entities with such fields must say them. */
type Saying = {
  readonly [Type in EntityType as WordsIn<Records[Type]> extends never ? never : Type]: Readonly<
    Record<WordsIn<Records[Type]> & string, Said>
  >;
};

type Each = typeof SAID_WORDS;
type MessagesOf<One> = One extends Said<infer Word, infer As> ? `${As}.${Word}` : never;
type MessagesOfEach<Fields> = { [Name in keyof Fields]: MessagesOf<Fields[Name]> }[keyof Fields];

/** The messages that say these words. */
export type WordMessage = { [Type in keyof Each]: MessagesOfEach<Each[Type]> }[keyof Each];
