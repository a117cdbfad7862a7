import { TARGET_GROUP_POLICIES } from '@comporta/engine/vocabulary';
import { useTranslations } from 'use-intl/react';
import { Radio } from '../ui/controls/radio.ts';
import type { Field } from '../ui/forms/use-form.ts';
import styles from './target-group-editor.module.css';

/** AND is first: it is the policy of a new group. */
const OFFERED = TARGET_GROUP_POLICIES.toReversed();

/** Chooses whether all conditions must hold, or one is enough. */
export function PolicyField({ name, value, onChange, error, ref }: Field<string>) {
  const t = useTranslations('targetGroup.policy');
  return (
    <fieldset className={styles.policy}>
      <legend className={styles.legend}>{t('label')}</legend>
      <div className={styles.choices}>
        {OFFERED.map((policy) => (
          <Radio
            key={policy}
            {...(policy === OFFERED[0] && { ref })}
            name={name}
            value={policy}
            label={t(policy)}
            checked={value === policy}
            onChange={() => onChange(policy)}
          />
        ))}
      </div>
      {error !== undefined && <p className={styles.error}>{error}</p>}
    </fieldset>
  );
}
