import type { ApplicationSummary } from '@comporta/contract/applications/application';
import type { ProviderDraft } from '@comporta/contract/identity/provider';
import { DEFAULT_ROLE, ROLES } from '@comporta/contract/role';
import { useTranslations } from 'use-intl/react';
import { Chip } from '../../ui/chip.tsx';
import { Button } from '../../ui/controls/button.ts';
import { Checkbox } from '../../ui/controls/checkbox.ts';
import { Input } from '../../ui/controls/input.ts';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { TextInput } from '../../ui/controls/text-input.ts';
import { Picker } from '../../ui/fields/picker.tsx';
import type { Field } from '../../ui/forms/use-form.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './mapping-field.module.css';

type Rows = NonNullable<ProviderDraft['mapping']>;

interface MappingFieldProps extends Field<ProviderDraft['mapping']> {
  readonly applications: readonly ApplicationSummary[];
}

/** What each group gives: the administrator's rights, and applications. Source: IDN-17. */
export function MappingField({ value, onChange, error, ref, applications }: MappingFieldProps) {
  const t = useTranslations('provider.mapping');
  const say = useTranslations('role');
  const rows = value ?? [];
  const names = new Map(applications.map(({ id, name }) => [id, name]));

  function change(index: number, changed: Partial<Rows[number]>) {
    onChange(rows.map((row, at) => (at === index ? { ...row, ...changed } : row)));
  }

  return (
    <fieldset ref={ref} tabIndex={-1} className={styles.rows}>
      <legend>{t('rows')}</legend>
      {rows.map(({ group = '', admin, apps, role }, index) => {
        const given = apps ?? [];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and are only appended and removed.
          <div key={index} className={styles.row}>
            <TextInput
              label={t('group')}
              value={group ?? ''}
              spellCheck={false}
              onChange={(event) => change(index, { group: event.currentTarget.value })}
            />
            <Checkbox
              className={styles.admin}
              label={t('admin')}
              checked={admin ?? false}
              onChange={(event) => change(index, { admin: event.currentTarget.checked })}
            />
            <Picker
              label={t('application')}
              isLabelHidden
              placeholder={t('addApplication')}
              noMatch={t('noApplication')}
              value=""
              options={applications
                .filter(({ id }) => !given.includes(id))
                .map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => change(index, { apps: [...given, id] })}
              chips={given.map((id) => (
                <Chip
                  key={id}
                  removeLabel={t('removeApplication', { name: names.get(id) ?? id })}
                  onRemove={() => change(index, { apps: given.filter((one) => one !== id) })}
                >
                  {names.get(id) ?? id}
                </Chip>
              ))}
              onBackspace={() => change(index, { apps: given.slice(0, -1) })}
            />
            {given.length > 0 && (
              <div className={styles.role}>
                <NativeSelect
                  label={t('role')}
                  value={role ?? DEFAULT_ROLE}
                  onChange={({ currentTarget: { value } }) =>
                    change(index, { role: ROLES.find((one) => one === value) })
                  }
                >
                  {ROLES.map((one) => (
                    <option key={one} value={one}>
                      {say(one)}
                    </option>
                  ))}
                </NativeSelect>
              </div>
            )}
            <IconButton
              icon="trash"
              aria-label={t('remove', { group: group ?? '' })}
              title={t('remove', { group: group ?? '' })}
              onClick={() => onChange(rows.filter((_row, at) => at !== index))}
            />
          </div>
        );
      })}
      <div>
        <Button
          variant="default"
          onClick={() => onChange([...rows, { group: '', admin: false, apps: [] }])}
        >
          {t('add')}
        </Button>
      </div>
      <div role="status">{error !== undefined && <Input.Error>{error}</Input.Error>}</div>
    </fieldset>
  );
}
