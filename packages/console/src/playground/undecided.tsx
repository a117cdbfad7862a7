import type { ToggleExplanation } from '@comporta/contract/evaluation/explanation';
import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import { Disclosure } from '../ui/disclosure.tsx';
import styles from './undecided.module.css';

/** The toggles for which no rule decides: their number, and on demand the value of each. */
export function Undecided({
  explanations,
}: {
  readonly explanations: readonly ToggleExplanation[];
}) {
  const t = useTranslations('playground');
  if (explanations.length === 0) return null;
  return (
    <div className={styles.undecided}>
      <Disclosure label={t('undecided', { count: explanations.length })}>
        <dl className={styles.values}>
          {explanations.map(({ toggleId, toggle, value }) => (
            <div key={toggleId}>
              <dt>{toggle}</dt>
              <dd>
                <code>{shownValue(value)}</code>
              </dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </div>
  );
}

/** Whether the toggle has an experiment; without one it always returns its default value. */
export function hasExperiment({ experimentStatus }: ToggleExplanation): boolean {
  return experimentStatus !== undefined;
}
