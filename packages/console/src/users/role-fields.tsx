import type { ApplicationSummary } from '@comporta/contract/applications/application';
import { ROLES } from '@comporta/contract/role';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { NativeSelect } from '../ui/controls/native-select.ts';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './applications-field.module.css';
import { changeException, type RoleDraft, withException } from './user-roles.ts';

interface RoleFieldsProps {
  readonly application: ApplicationSummary;
  readonly value: RoleDraft;
  readonly onChange: (value: RoleDraft) => void;
}

/** What the user may do in an application, and in the environments in which it is something else. Source: SAF-40. */
export function RoleFields({ application, value, onChange }: RoleFieldsProps) {
  const t = useTranslations('role');
  const { name, environments } = application;
  const named = new Set(value.environments.map(({ envId }) => envId));
  const roles = ROLES.map((role) => ({ value: role, label: t(role) }));
  return (
    <div className={styles.roles}>
      <NativeSelect
        size="xs"
        aria-label={t('label', { application: name })}
        data={roles}
        value={value.role}
        onChange={(event) => onChange({ ...value, role: event.currentTarget.value })}
      />
      {value.environments.map(({ envId, role }, place) => {
        const environment = environments.find(({ id }) => id === envId)?.name ?? envId;
        return (
          <span key={envId} className={styles.exception}>
            {t('except')}
            <NativeSelect
              size="xs"
              aria-label={t('exceptIn', { application: name })}
              data={environments
                .filter(({ id }) => id === envId || !named.has(id))
                .map((one) => ({ value: one.id, label: one.name }))}
              value={envId}
              onChange={(event) =>
                onChange(changeException(value, place, { envId: event.currentTarget.value }))
              }
            />
            <NativeSelect
              size="xs"
              aria-label={t('labelIn', { environment, application: name })}
              data={roles}
              value={role}
              onChange={(event) =>
                onChange(changeException(value, place, { role: event.currentTarget.value }))
              }
            />
            <IconButton
              aria-label={t('removeException', { environment })}
              title={t('removeException', { environment })}
              onClick={() => onChange(changeException(value, place, undefined))}
            >
              <IconX size={14} aria-hidden />
            </IconButton>
          </span>
        );
      })}
      {named.size < environments.length && (
        <IconButton
          aria-label={`${t('addException')}: ${name}`}
          title={t('addException')}
          onClick={() => onChange(withException(value, environments))}
        >
          <IconPlus size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
