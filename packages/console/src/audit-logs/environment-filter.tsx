import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { applicationsQuery } from '../data/application-queries.ts';
import type { AuditFilter } from '../data/audit-filter.ts';
import { NativeSelect } from '../ui/controls/native-select.ts';

/** Stands for all production-like environments; no id is like it. */
const PRODUCTION = 'production';

interface EnvironmentFilterProps {
  readonly appId: string | undefined;
  readonly filter: AuditFilter;
  readonly onChange: (
    chosen: Required<Pick<AuditFilter, 'envId'>> & { production: string },
  ) => void;
}

/** The environment that changes touch: production-like ones first, then each, by application. */
export function EnvironmentFilter({ appId, filter, onChange }: EnvironmentFilterProps) {
  const t = useTranslations('audit.filter');
  const { data: applications = [] } = useQuery(applicationsQuery);
  const { envId = '', production } = filter;
  const groups = applications
    .filter(({ id }) => appId === undefined || id === appId)
    .map(({ name, environments }) => ({
      group: name,
      items: environments.map((one) => ({ value: one.id, label: one.name })),
    }));
  const isKnown = groups.some(({ items }) => items.some(({ value }) => value === envId));

  function choose(value: string) {
    const isProduction = value === PRODUCTION;
    onChange({ envId: isProduction ? '' : value, production: isProduction ? 'true' : '' });
  }

  return (
    <NativeSelect
      variant="filled"
      label={t('environment')}
      value={envId || (production === undefined ? '' : PRODUCTION)}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: '', label: t('anyEnvironment') },
        { value: PRODUCTION, label: t('production') },
        ...(appId === undefined ? groups : groups.flatMap(({ items }) => items)),
        ...(envId === '' || isKnown ? [] : [{ value: envId, label: t('one') }]),
      ]}
    />
  );
}
