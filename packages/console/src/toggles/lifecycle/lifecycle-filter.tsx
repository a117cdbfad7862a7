import { LIFECYCLE_STATES } from '@comporta/contract/lifecycle/lifecycle';
import { useTranslations } from 'use-intl/react';
import { useHasLifecycleTexts } from '../../base/texts/texts-of-lifecycle.tsx';
import { FilterSelect } from '../filters/filter-select.tsx';
import type { LifecycleWord } from '../filters/toggle-filters.ts';

interface LifecycleFilterProps {
  readonly value: LifecycleWord | '';
  readonly onChange: (value: string) => void;
}

/** Filters by what may go, and by each state. */
export function LifecycleFilter(props: LifecycleFilterProps) {
  return useHasLifecycleTexts() && <Filter {...props} />;
}

function Filter({ value, onChange }: LifecycleFilterProps) {
  const t = useTranslations('lifecycle');
  return (
    <FilterSelect
      label={t('filter.label')}
      any={t('filter.any')}
      value={value}
      options={[
        { value: 'stale', label: t('filter.stale') },
        { value: 'overdue', label: t('overdue') },
        ...LIFECYCLE_STATES.map((state) => ({ value: state, label: t(`state.${state}`) })),
      ]}
      onChange={onChange}
    />
  );
}
