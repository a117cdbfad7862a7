import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { applicationsQuery } from '../../data/application-queries.ts';
import { Checkbox } from '../../ui/controls/checkbox.ts';
import { Input } from '../../ui/controls/input.ts';
import type { Field } from '../../ui/forms/use-form.ts';
import { toggled } from './toggled.ts';
import styles from './token-form.module.css';

type Chosen = Field<readonly string[] | null>;

interface TokenPlacesProps {
  readonly applications: Chosen;
  readonly environments: Chosen;
}

/** The applications of a token, and in chosen ones the environments that it may change. */
export function TokenPlaces({ applications, environments }: TokenPlacesProps) {
  const t = useTranslations('token');
  const { data: all = [] } = useQuery(applicationsQuery);
  const chosen = all.filter(({ id }) => applications.value?.includes(id));
  return (
    <>
      <Choice
        title={t('applications')}
        everything={t('allApplications')}
        options={all}
        field={{
          ...applications,
          onChange: (ids) => {
            applications.onChange(ids);
            environments.onChange(null);
          },
        }}
      />
      {chosen.length > 0 && (
        <Choice
          title={t('environments')}
          everything={t('allEnvironments')}
          hint={t('onlyEnvironments')}
          options={chosen.flatMap((application) =>
            application.environments.map(({ id, name }) => ({
              id,
              name: chosen.length > 1 ? `${application.name} · ${name}` : name,
            })),
          )}
          field={environments}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  readonly title: string;
  readonly everything: string;
  readonly hint?: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly field: Chosen;
}

function Choice({ title, everything, hint, options, field }: ChoiceProps) {
  const { value, onChange, error, ref } = field;
  return (
    <fieldset ref={ref} tabIndex={-1} className={styles.choices}>
      <legend>{title}</legend>
      <Checkbox
        label={everything}
        checked={value === null}
        onChange={() => onChange(value === null ? [] : null)}
      />
      {value !== null && (
        <div className={styles.options}>
          {hint !== undefined && <p className={styles.hint}>{hint}</p>}
          {options.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={value.includes(id)}
              onChange={() => onChange(toggled(value, id))}
            />
          ))}
        </div>
      )}
      <div role="status">{error !== undefined && <Input.Error>{error}</Input.Error>}</div>
    </fieldset>
  );
}
