import type { Environment } from '@comporta/contract/applications/application';
import { useTranslations } from 'use-intl/react';
import { Checkbox } from '../../ui/controls/checkbox.ts';
import { Input } from '../../ui/controls/input.ts';
import type { Field } from '../../ui/forms/use-form.ts';
import styles from './frozen-environments.module.css';

interface FrozenEnvironmentsProps {
  readonly environments: readonly Pick<Environment, 'id' | 'name'>[];
  readonly everywhere: Field<boolean>;
  readonly chosen: Field<readonly string[]>;
}

/** The environments of a freeze: all, or those that are marked. */
export function FrozenEnvironments(props: FrozenEnvironmentsProps) {
  const { environments, everywhere, chosen } = props;
  const t = useTranslations('freeze');
  const { value: ids, onChange, error } = chosen;

  function mark(id: string) {
    onChange(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
  }

  return (
    <fieldset ref={chosen.ref} tabIndex={-1} className={styles.field}>
      <legend>{t('environments')}</legend>
      <Checkbox
        label={t('all')}
        checked={everywhere.value}
        onChange={(event) => everywhere.onChange(event.currentTarget.checked)}
      />
      {!everywhere.value && (
        <div className={styles.list}>
          {environments.map(({ id, name }) => (
            <Checkbox key={id} label={name} checked={ids.includes(id)} onChange={() => mark(id)} />
          ))}
        </div>
      )}
      <div role="status">{error !== undefined && <Input.Error>{error}</Input.Error>}</div>
    </fieldset>
  );
}
