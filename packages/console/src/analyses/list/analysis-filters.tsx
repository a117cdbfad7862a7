import { ANALYSIS_STATES } from '@comporta/contract/analyses/analysis';
import {
  ANALYSIS_SEARCH_MAX_CHARS,
  type ListedAnalysis,
} from '@comporta/contract/analyses/analysis-list';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { type AnalysisListFilter, analysisFilterIn } from '../../data/analysis-list-queries.ts';
import { applicationsQuery } from '../../data/application-queries.ts';
import { SearchField } from '../../parts/paged-list/search-field.tsx';
import { useAddressFilter } from '../../parts/paged-list/use-address-filter.ts';
import { usePeople } from '../../parts/people/use-people.ts';
import { Button } from '../../ui/controls/button.ts';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import styles from './analysis-list.module.css';

interface AnalysisFiltersProps {
  readonly appId: string;
  /** The analyses on the screen; their owners and environments can be chosen. */
  readonly shown: readonly ListedAnalysis[];
}

/** The filters of the list. The address holds them, so that a filtered list can be shared. */
export function AnalysisFilters({ appId, shown }: AnalysisFiltersProps) {
  const t = useTranslations();
  const { params, change, clear } = useAddressFilter<keyof AnalysisListFilter>();
  const filter = analysisFilterIn(params);
  const { state = '', envId = '', owner = '', q = '' } = filter;
  const owners = usePeople(
    shown.flatMap((one) => one.owner ?? []),
    owner,
  );
  const environments = useEnvironments(appId, { shown, chosen: envId });

  return (
    <search className={styles.filters}>
      <SearchField
        label={t('common.search')}
        placeholder={t('analyses.search')}
        maxLength={ANALYSIS_SEARCH_MAX_CHARS}
        value={q}
        onChange={(words) => change('q', words)}
      />
      <NativeSelect
        variant="filled"
        label={t('analyses.state')}
        value={state}
        onChange={(event) => change('state', event.currentTarget.value)}
        data={[
          { value: '', label: t('analyses.anyState') },
          ...ANALYSIS_STATES.map((value) => ({ value, label: t(`analysis.state.${value}`) })),
        ]}
      />
      <NativeSelect
        variant="filled"
        label={t('analyses.environment')}
        value={envId}
        onChange={(event) => change('envId', event.currentTarget.value)}
        data={[{ value: '', label: t('analyses.anyEnvironment') }, ...environments]}
      />
      <NativeSelect
        variant="filled"
        label={t('analyses.owner')}
        value={owner}
        onChange={(event) => change('owner', event.currentTarget.value)}
        data={[{ value: '', label: t('analyses.anyOwner') }, ...owners]}
      />
      {Object.keys(filter).length > 0 && (
        <Button className={styles.clear} size="compact-sm" variant="default" onClick={clear}>
          {t('common.clear')}
        </Button>
      )}
    </search>
  );
}

interface Shown extends Pick<AnalysisFiltersProps, 'shown'> {
  /** The id of the chosen environment; empty for none. */
  readonly chosen: string;
}

/** The environments of the application, and deleted ones of which analyses are shown. */
function useEnvironments(appId: string, { shown, chosen }: Shown) {
  const t = useTranslations('analyses');
  const { data: applications = [] } = useQuery(applicationsQuery);
  const present = applications.find(({ id }) => id === appId)?.environments ?? [];
  const names = new Map(present.map(({ id, name }) => [id, name]));
  for (const { envId, environmentName } of shown) {
    if (!names.has(envId)) names.set(envId, environmentName);
  }
  if (chosen !== '' && !names.has(chosen)) names.set(chosen, t('oneEnvironment'));
  return [...names].map(([value, label]) => ({ value, label }));
}
