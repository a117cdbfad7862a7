import {
  type EmergencyCandidate,
  MAX_EMERGENCY_USERS,
} from '@comporta/contract/identity/sign-in-policy';
import { useTranslations } from 'use-intl/react';
import { Checkbox } from '../ui/controls/checkbox.ts';
import { Input } from '../ui/controls/input.ts';
import type { Field } from '../ui/forms/use-form.ts';
import styles from './policy-editor.module.css';

interface EmergencyUsersProps {
  readonly candidates: readonly EmergencyCandidate[];
  readonly chosen: Field<readonly string[]>;
}

/** Up to three administrators; what somebody lacks is said, and they cannot be chosen. Source: IDN-20. */
export function EmergencyUsers({ candidates, chosen }: EmergencyUsersProps) {
  const t = useTranslations('signInPolicy.enforce');
  const { value: ids, onChange, error, ref } = chosen;

  function mark(id: string) {
    onChange(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
  }

  function labelOf({ name, email, hasPassword, hasFactor }: EmergencyCandidate): string {
    const isNamesake = candidates.filter((one) => one.name === name).length > 1;
    const person = { name: isNamesake ? `${name}, ${email}` : name };
    if (!hasPassword) return t(hasFactor ? 'lacks.password' : 'lacks.both', person);
    return hasFactor ? person.name : t('lacks.factor', person);
  }

  return (
    <fieldset ref={ref} tabIndex={-1} className={styles.people}>
      <legend>{t('emergencyUsers')}</legend>
      <p>{t('emergencyHint')}</p>
      <div className={styles.list}>
        {candidates.map((one) => (
          <Checkbox
            key={one.id}
            label={labelOf(one)}
            checked={ids.includes(one.id)}
            disabled={!ids.includes(one.id) && !mayBecome(one)}
            onChange={() => mark(one.id)}
          />
        ))}
      </div>
      <div role="status">{error !== undefined && <Input.Error>{error}</Input.Error>}</div>
    </fieldset>
  );

  function mayBecome({ hasPassword, hasFactor }: EmergencyCandidate): boolean {
    return hasPassword && hasFactor && ids.length < MAX_EMERGENCY_USERS;
  }
}
