import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import type { Outcome } from '@comporta/contract/experiments/outcome';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';

export type ShownToggle = Pick<Toggle, 'values' | 'defaultValue' | 'valueType'>;
export type ShownExperiment = Pick<ExperimentSummary, 'status' | 'outcome'>;
type Shares = Readonly<Record<string, number>>;
type Say = ReturnType<typeof useTranslations<'toggle.outcome'>>;

export interface OutcomeWords {
  /** The text before the arrow: how many rules decide first, or that the experiment is paused. */
  readonly before?: string;
  /** The value for everyone, or for everyone else. */
  readonly result: string;
}

/** Describes in a few words what users of an environment get; every percentage is a configured one. */
export function useOutcomeWords() {
  const t = useTranslations('toggle.outcome');
  return {
    words: (toggle: ShownToggle, experiment: ShownExperiment): OutcomeWords =>
      wordsOf(t, toggle, experiment),
    /** The same, as a part of a sentence. */
    sentence: (toggle: ShownToggle, experiment: ShownExperiment | undefined): string =>
      sentenceOf(t, toggle, experiment),
    /** The value for everyone when there are no rules. */
    value: (toggle: ShownToggle, value: string): string => valueInWords(t, toggle, value),
  };
}

function wordsOf(t: Say, toggle: ShownToggle, { status, outcome }: ShownExperiment): OutcomeWords {
  if (status !== 'ACTIVE') {
    return { before: t('paused'), result: valueInWords(t, toggle, toggle.defaultValue) };
  }
  if (outcome.type === 'RULES') {
    const before = t('rules', { count: outcome.rules });
    return { before, result: sharesInWords(t, toggle, outcome.last) };
  }
  return { result: sharesInWords(t, toggle, sharesOf(outcome)) };
}

function sentenceOf(t: Say, toggle: ShownToggle, experiment: ShownExperiment | undefined): string {
  if (experiment === undefined) {
    return t('noneSentence', { value: valueInWords(t, toggle, toggle.defaultValue) });
  }
  const { before, result } = wordsOf(t, toggle, experiment);
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
 * For a BOOLEAN toggle, names the share of its "on"; for others, the largest share and the number of other
 * values.
 */
function sharesInWords(t: Say, toggle: ShownToggle, shares: Shares): string {
  const shown = toggle.values.filter((value) => (shares[value] ?? 0) > 0);
  const [only, ...others] = shown.length > 0 ? shown : Object.keys(shares);
  if (only === undefined) return '–';
  if (others.length === 0) return valueInWords(t, toggle, only);
  const on = shown.find(isOn);
  if (toggle.valueType === 'BOOLEAN' && on !== undefined) {
    return t('share', { value: t('on'), share: shares[on] ?? 0 });
  }
  const largest = shown.reduce((one, other) =>
    (shares[other] ?? 0) > (shares[one] ?? 0) ? other : one,
  );
  const value = shownValue(largest);
  return t('shareAndMore', { value, share: shares[largest] ?? 0, count: others.length });
}

function valueInWords(t: Say, { valueType }: ShownToggle, value: string): string {
  if (valueType !== 'BOOLEAN') return shownValue(value);
  return isOn(value) ? t('on') : t('off');
}

/** Whether the value is the "on" of a pair that makes a toggle BOOLEAN: enabled and disabled, true and false. */
export function isOn(value: string): boolean {
  return value === 'enabled' || value === 'true';
}
