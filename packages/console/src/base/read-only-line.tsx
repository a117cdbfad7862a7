import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import { useMayEdit } from '../data/use-may-edit.ts';
import { administratorsQuery } from '../data/user-queries.ts';
import { useIsReadOnly } from '../ui/forms/read-only.ts';
import styles from './page.module.css';

/** Says to whoever may only read the screen, or some environments, who may change that. Source: SAF-43. */
export function ReadOnlyLine() {
  const t = useTranslations('role');
  const isReadOnly = useIsReadOnly();
  const { envId } = useParams();
  const { application } = useCurrentEnvironment();
  const mayEdit = useMayEdit();
  const names = application?.environments.filter(({ id }) => !mayEdit(id)).map(({ name }) => name);
  const isPartly = envId === undefined && names !== undefined && names.length > 0;
  const isShown = isReadOnly || isPartly;
  const { data } = useQuery({ ...administratorsQuery, enabled: isShown });
  if (!isShown || data === undefined) return null;
  const people = data.map(({ name }) => name).join(', ');
  return (
    <p className={styles.readOnly}>
      {isReadOnly
        ? t('readOnly', { people })
        : t('readOnlyIn', { people, environments: names?.join(', ') ?? '' })}
    </p>
  );
}
