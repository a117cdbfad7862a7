import { EXPERIMENT_STATUSES, type ExperimentStatus } from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import { type Difference, difference, differenceSchema } from '../change-requests/difference.ts';
import { outcomeOf, outcomeSchema } from '../experiments/outcome.ts';
import type { StoredRule } from '../experiments/rule.ts';
import { documented, id } from '../shapes.ts';
import { alignRules } from './align-rules.ts';

export const COMPARISONS = ['SAME', 'DIFFERENT', 'ONLY_FROM', 'ONLY_TO'] as const;
export type ComparisonState = (typeof COMPARISONS)[number];

const sideSchema = documented(
  z.nullable(z.object({ id, status: z.enum(EXPERIMENT_STATUSES), outcome: outcomeSchema })),
  { description: 'Null where the toggle has no experiment, and so returns its default value.' },
);

export const comparisonSchema = documented(
  z.object({
    toggleId: id,
    toggleName: z.string(),
    state: z.enum(COMPARISONS),
    from: sideSchema,
    to: sideSchema,
    otherSalt: documented(z.boolean(), {
      description:
        'Both divide users, but not alike: a user may be on another side of the same split.',
    }),
    differences: documented(z.readonly(z.array(differenceSchema)), {
      description:
        'What would make `to` like `from`. Places: `from` is where a rule is in `to` now, `to` where it is in `from`.',
    }),
  }),
  { id: 'Comparison', description: 'What a toggle does in two environments.' },
);
export type Comparison = z.infer<typeof comparisonSchema>;

export interface ComparedExperiment {
  readonly id: string;
  readonly status: ExperimentStatus;
  readonly salt: string;
  readonly buckets: number;
  readonly rules: readonly StoredRule[];
}

type Compared = Omit<Comparison, 'toggleId' | 'toggleName'>;

/** Compares the experiments of one toggle in two environments; undefined where it has none. Source: SAF-60. */
export function compareExperiments(
  from: ComparedExperiment | undefined,
  to: ComparedExperiment | undefined,
): Compared {
  const sides = { from: sideOf(from), to: sideOf(to) };
  if (from === undefined || to === undefined) {
    const state = from === to ? 'SAME' : from === undefined ? 'ONLY_TO' : 'ONLY_FROM';
    return { state, ...sides, otherSalt: false, differences: [] };
  }
  const aligned = { status: from.status, rules: alignRules(from.rules, to.rules) };
  const differences: readonly Difference[] = difference(
    'experiment',
    { status: to.status, rules: to.rules },
    aligned,
  );
  return {
    state: differences.length === 0 ? 'SAME' : 'DIFFERENT',
    ...sides,
    otherSalt: isDividedOtherwise(from, to),
    differences,
  };
}

function sideOf(experiment: ComparedExperiment | undefined): Comparison['from'] {
  if (experiment === undefined) return null;
  const { id, status, rules } = experiment;
  return { id, status, outcome: outcomeOf(rules) };
}

/** Without splits in both, nobody falls on a side. */
function isDividedOtherwise(from: ComparedExperiment, to: ComparedExperiment): boolean {
  const isDrawnAlike = from.salt === to.salt && from.buckets === to.buckets;
  return !isDrawnAlike && [from, to].every(({ rules }) => rules.some(isSplit));
}

function isSplit({ valueSpec }: StoredRule): boolean {
  return valueSpec.type !== 'EXACT_VALUE';
}
