import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import type { Outcome } from '@comporta/contract/experiments/outcome';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';

export type ShownToggle = Pick<Toggle, 'values' | 'defaultValue' | 'valueType'>;
export type ShownExperiment = Pick<ExperimentSummary, 'status' | 'outcome'>;
type Shares = Readonly<Record<string, number>>;
type Say = ReturnType<typeof useTranslations<'toggle.outcome'>>;

export interface OutcomeParts {
  /** How many rules decide first, or that they are paused. */
  readonly before?: string;
  /** The value for everyone, or for everyone else. */
  readonly value: string;
  /** Its share in percent, when others get other values. */
  readonly share?: string;
  /** How many other values there are, unless the value has only one opposite. */
  readonly more?: string;
}

/** Describes in a few words what users of an environment get; every percentage is a configured one. */
export function useOutcomeWords() {
  const t = useTranslations('toggle.outcome');
  return {
    parts: (toggle: ShownToggle, experiment: ShownExperiment): OutcomeParts =>
      partsOf(t, toggle, experiment),
    /** The same, as a part of a sentence. */
    sentence: (toggle: ShownToggle, experiment: ShownExperiment | undefined): string =>
      sentenceOf(t, toggle, experiment),
  };
}

function partsOf(t: Say, toggle: ShownToggle, { status, outcome }: ShownExperiment): OutcomeParts {
  if (status !== 'ACTIVE')
    return { before: t('paused'), value: shownOf(toggle, toggle.defaultValue) };
  if (outcome.type !== 'RULES') return sharedParts(t, toggle, sharesOf(outcome));
  const before = t('rules', { count: outcome.rules });
  return { before, ...sharedParts(t, toggle, outcome.last) };
}

function sentenceOf(t: Say, toggle: ShownToggle, experiment: ShownExperiment | undefined): string {
  if (experiment === undefined) {
    return t('noneSentence', { value: shownOf(toggle, toggle.defaultValue) });
  }
  const { before, value, share, more } = partsOf(t, toggle, experiment);
  const result = [value, share, more].filter((part) => part !== undefined).join(' ');
  if (before === undefined) return result;
  if (experiment.status !== 'ACTIVE') return t('pausedSentence', { value: result });
  return t('rulesSentence', { rules: before, result });
}

export function sharesOf(outcome: Outcome): Shares {
  switch (outcome.type) {
    case 'EVERYONE':
      return { [outcome.value]: 100 };
    case 'SPLIT':
      return outcome.shares;
    case 'RULES':
      return outcome.last;
  }
}

/**
 * For a BOOLEAN toggle, the share of `enabled` or `true`; for others, the largest share and the number of other values.
 */
function sharedParts(t: Say, toggle: ShownToggle, shares: Shares): OutcomeParts {
  const shown = toggle.values.filter((value) => (shares[value] ?? 0) > 0);
  const [only, ...others] = shown.length > 0 ? shown : Object.keys(shares);
  if (only === undefined) return { value: '–' };
  if (others.length === 0) return { value: shownOf(toggle, only) };
  const positive = toggle.valueType === 'BOOLEAN' ? shown.find(isPositive) : undefined;
  const named =
    positive ??
    shown.reduce((one, other) => ((shares[other] ?? 0) > (shares[one] ?? 0) ? other : one));
  return {
    value: shownOf(toggle, named),
    share: t('percent', { share: shares[named] ?? 0 }),
    ...(positive === undefined && { more: `+${others.length}` }),
  };
}

/** A value of a toggle, told from the others. */
function shownOf({ values }: ShownToggle, value: string): string {
  return shownValue(value, values);
}

/** The value of a pair that makes a toggle BOOLEAN whose share people ask for. */
function isPositive(value: string): boolean {
  return value === 'enabled' || value === 'true';
}
