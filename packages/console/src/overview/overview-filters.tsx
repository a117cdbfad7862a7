import {
  OVERVIEW_SEARCH_MAX_CHARS,
  type OverviewRow,
} from '@comporta/contract/experiments/overview-api';
import { EXPERIMENT_STATUSES } from '@comporta/engine/vocabulary';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { applicationsQuery } from '../data/application-queries.ts';
import { type OverviewFilter, overviewFilterIn } from '../data/overview-queries.ts';
import { SearchField } from '../parts/paged-list/search-field.tsx';
import { useAddressFilter } from '../parts/paged-list/use-address-filter.ts';
import { usePeople } from '../parts/people/use-people.ts';
import { Button } from '../ui/controls/button.ts';
import { Checkbox } from '../ui/controls/checkbox.ts';
import { NativeSelect } from '../ui/controls/native-select.ts';
import styles from './overview.module.css';

interface OverviewFiltersProps {
  /** The rows on the screen; the people in them can be chosen. */
  readonly shown: readonly OverviewRow[];
}

/** The filters of the overview. The address holds them, so that it can be shared. */
export function OverviewFilters({ shown }: OverviewFiltersProps) {
  const t = useTranslations('overview');
  const common = useTranslations('common');
  const { params, change, clear } = useAddressFilter<keyof OverviewFilter>();
  const filter = overviewFilterIn(params);
  const { appId = '', status = '', by = '', q = '', measured } = filter;
  const { data: applications = [] } = useQuery(applicationsQuery);
  const people = usePeople(
    shown.flatMap(({ lastChanged: { by: saver } }) =>
      saver.id === undefined ? [] : [{ id: saver.id, name: saver.name }],
    ),
    by,
  );

  return (
    <search className={styles.filters}>
      <SearchField
        label={common('search')}
        placeholder={t('search')}
        maxLength={OVERVIEW_SEARCH_MAX_CHARS}
        value={q}
        onChange={(words) => change('q', words)}
      />
      <NativeSelect
        variant="filled"
        label={t('place')}
        value={appId}
        onChange={(event) => change('appId', event.currentTarget.value)}
        data={[
          { value: '', label: t('anyApplication') },
          ...applications.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <NativeSelect
        variant="filled"
        label={t('rules')}
        value={status}
        onChange={(event) => change('status', event.currentTarget.value)}
        data={[
          { value: '', label: t('anyStatus') },
          ...EXPERIMENT_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
      />
      <NativeSelect
        variant="filled"
        label={t('person')}
        value={by}
        onChange={(event) => change('by', event.currentTarget.value)}
        data={[{ value: '', label: t('anyPerson') }, ...people]}
      />
      <Checkbox
        className={styles.measured}
        label={t('measured')}
        checked={measured === 'true'}
        onChange={(event) => change('measured', event.currentTarget.checked ? 'true' : '')}
      />
      {Object.keys(filter).length > 0 && (
        <Button className={styles.clear} size="compact-sm" variant="default" onClick={clear}>
          {common('clear')}
        </Button>
      )}
    </search>
  );
}
