import type { Application, Environment } from '@comporta/contract/applications/application';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { useMayEdit } from '../data/use-may-edit.ts';
import { EnvironmentDot } from '../parts/status/environment-dot.tsx';
import { Button } from '../ui/controls/button.ts';
import { DataTable } from '../ui/list/data-table.tsx';
import type { Column } from '../ui/list/list-order.ts';
import styles from './environment-table.module.css';
import { LastRequest } from './last-request.tsx';

/** Each environment with its key and the time of the last request with that key. */
export function EnvironmentTable({ application }: { readonly application: Application }) {
  const t = useTranslations('config');
  const common = useTranslations('common');
  const { id: appId, environments } = application;
  const mayEdit = useMayEdit();
  const columns: readonly Column<Environment>[] = [
    {
      id: 'name',
      title: common('name'),
      width: '28%',
      cell: (environment) => (
        <span className={styles.name}>
          <EnvironmentDot environment={environment} />
          {environment.name}
        </span>
      ),
    },
    {
      id: 'key',
      title: t('key.label'),
      width: '14%',
      cell: ({ hasKey }) => (
        <span className={hasKey ? '' : styles.none}>
          {hasKey ? t('key.exists') : t('key.none')}
        </span>
      ),
    },
    {
      id: 'lastSeen',
      title: t('lastSeen.label'),
      cell: ({ id: envId }) => <LastRequest appId={appId} envId={envId} />,
    },
    {
      id: 'actions',
      title: common('actions'),
      width: '270px',
      className: styles.ownLine,
      isPlain: true,
      cell: ({ id: envId, name }) => (
        <span className={styles.actions}>
          <Button
            component={Link}
            size="compact-sm"
            variant="default"
            to={pathTo('newEnvironmentKey', { appId, envId })}
            aria-label={`${t(mayEdit(envId) ? 'generateKey' : 'keys')}: ${name}`}
          >
            {t(mayEdit(envId) ? 'generateKey' : 'keys')}
          </Button>
          {mayEdit() && mayEdit(envId) && (
            <Button
              component={Link}
              size="compact-sm"
              variant="default"
              to={`${pathTo('application', { appId })}?environment=${envId}`}
              aria-label={`${common('edit')} ${name}`}
            >
              {common('edit')}
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('environments')}
      rows={environments}
      rowKey={({ id }) => id}
      columns={columns}
      sort={undefined}
      onSort={() => {}}
    />
  );
}
