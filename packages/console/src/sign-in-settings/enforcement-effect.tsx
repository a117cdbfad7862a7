import type { SavedSignInPolicy } from '@comporta/contract/identity/sign-in-policy';
import { useFormatter, useTranslations } from 'use-intl/react';
import styles from './policy-editor.module.css';
import { lockedOut } from './policy-form.ts';

interface EnforcementEffectProps {
  readonly saved: SavedSignInPolicy;
  readonly emergencyUsers: readonly string[];
  /** Whether it is about to begin. */
  readonly isNow?: boolean;
}

/** What only single sign-on means here: who could not come in at once, and what goes on. Source: IDN-20. */
export function EnforcementEffect({ saved, emergencyUsers, isNow }: EnforcementEffectProps) {
  const t = useTranslations('signInPolicy.enforce');
  const format = useFormatter();
  const { count, names, more } = lockedOut(saved, emergencyUsers);
  const named =
    more > 0 ? t('others', { names: names.join(', '), count: more }) : format.list(names);
  return (
    <div className={styles.effect}>
      <p>{t('effect', { count, names: named })}</p>
      {isNow && <p>{t('sessions')}</p>}
      <p>{t('keys')}</p>
    </div>
  );
}
