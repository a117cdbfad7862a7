import type { ManagedRights, UserDraft } from '@comporta/contract/users/user';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { applicationsQuery } from '../data/application-queries.ts';
import { Input } from '../ui/controls/input.ts';
import { Switch } from '../ui/controls/switch.ts';
import { TextInput } from '../ui/controls/text-input.ts';
import { useMergedRef } from '../ui/controls/use-merged-ref.ts';
import type { Field } from '../ui/forms/use-form.ts';
import { matches } from '../ui/list/matches.ts';
import styles from './applications-field.module.css';
import { RoleFields } from './role-fields.tsx';
import { toggleApplication } from './user-form.ts';
import { roleFor, roleInWords, withRole } from './user-roles.ts';

/** From this number of applications on, a filter is quicker than looking. */
const FILTER_FROM = 10;

interface ApplicationsFieldProps extends Field<readonly string[]> {
  readonly roles: Field<UserDraft['roles']>;
  /** What groups of a provider give: it is shown, and changes there. Source: IDN-17. */
  readonly managed?: ManagedRights['apps'] | undefined;
}

/** The applications that a user has access to: one switch for each, and what they may do there. */
export function ApplicationsField({
  value,
  onChange,
  error,
  ref,
  roles,
  managed,
}: ApplicationsFieldProps) {
  const t = useTranslations();
  const noteId = useId();
  const fieldRef = useMergedRef(ref, roles.ref);
  const { data: applications } = useQuery(applicationsQuery);
  const [filter, setFilter] = useState('');
  if (applications === undefined) return null;
  const shown = applications.filter(({ name }) => matches(name, filter));

  return (
    <fieldset ref={fieldRef} tabIndex={-1} className={styles.field} aria-describedby={noteId}>
      <legend className={styles.legend}>{t('user.edit.apps')}</legend>
      <p className={styles.hint}>{t('role.what')}</p>
      {applications.length >= FILTER_FROM && (
        <TextInput
          className={styles.filter}
          aria-label={t('layout.filterApplications')}
          placeholder={t('layout.filterApplications')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      {shown.length > 0 && (
        <div className={styles.list}>
          {shown.map((application) => {
            const { id, name } = application;
            const isOpened = value.includes(id);
            const giver = managed?.find(({ appId }) => appId === id);
            const given = roles.value?.find(({ appId }) => appId === id);
            return (
              <div key={id}>
                <Switch
                  label={name}
                  checked={isOpened}
                  disabled={giver !== undefined}
                  description={
                    giver && (
                      <>
                        {given && `${roleInWords(t, given, application)}. `}
                        {t('user.error.MANAGED_BY_PROVIDER', giver)}
                      </>
                    )
                  }
                  onChange={() => onChange(toggleApplication(value, id))}
                />
                {isOpened && giver === undefined && (
                  <RoleFields
                    application={application}
                    value={roleFor(roles.value, id)}
                    onChange={(role) => roles.onChange(withRole(roles.value, role))}
                  />
                )}
              </div>
            );
          })}
        </div>
      )}
      <div id={noteId} className={styles.note}>
        {applications.length === 0 && t('user.edit.noneExist')}
        {value.length === 0 && applications.length > 0 && t('user.edit.noApps')}
        {error !== undefined && <Input.Error>{error}</Input.Error>}
        {roles.error !== undefined && <Input.Error>{roles.error}</Input.Error>}
      </div>
    </fieldset>
  );
}
