import type { Environment } from '@comporta/contract/applications/application';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { shownValue } from '@comporta/messages/shown-value';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { Suspense, useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { latePart } from '../../base/late-part.ts';
import { Button } from '../../ui/controls/button.ts';
import { STATE_WORDS } from '../list/toggle-states.ts';
import { FilterChip, type ShownChip } from './filter-chip.tsx';
import { ownersOf, tagsOf, valuesOf } from './filter-options.ts';
import { FilterSelect } from './filter-select.tsx';
import { MoreFilters } from './more-filters.tsx';
import styles from './toggle-filter-fields.module.css';
import { SINCE_DAYS, type StateFilter } from './toggle-filters.ts';
import type { Flag, ToggleFilters } from './use-toggle-filters.ts';

const LifecycleFilter = latePart(
  async () => (await import('../lifecycle/lifecycle-filter.tsx')).LifecycleFilter,
);

interface ToggleFilterFieldsProps {
  readonly toggles: readonly Toggle[];
  /** The environment whose states the field offers; states of other environments are chips. */
  readonly chosen: Environment | undefined;
  readonly filters: ToggleFilters;
  readonly favouriteIds: ReadonlySet<string>;
}

const FLAGS = ['mine', 'favourites', 'archived'] as const;

/** Filters by state, tag and owner, and on demand by others; a filter that matches no toggle is not offered. */
export function ToggleFilterFields(props: ToggleFilterFieldsProps) {
  const { toggles, chosen, filters, favouriteIds } = props;
  const t = useTranslations('toggle.list');
  const { states, tag, ownerId, value, since, lifecycle, ...flags } = filters.filters;
  const tags = useMemo(() => tagsOf(toggles), [toggles]);
  const owners = useMemo(() => ownersOf(toggles), [toggles]);
  const values = useMemo(() => valuesOf(toggles), [toggles]);
  /** On a narrow screen, a button shows the filters. */
  const [isOpen, setOpen] = useState(false);
  const [added, add] = useState<'value' | 'since'>();
  const fieldsId = useId();
  const ofChosen = states.find(({ environment }) => environment.id === chosen?.id);

  const offered: readonly Flag[] = FLAGS.filter((flag) => {
    if (flags[flag]) return false;
    if (flag === 'favourites') return toggles.some(({ id }) => favouriteIds.has(id));
    return flag === 'mine' || toggles.some(({ archived }) => archived);
  });
  const chips = useChips(filters, ofChosen);
  const selects = [ofChosen !== undefined, tag, ownerId, value, since, lifecycle];
  const count = chips.length + selects.filter(Boolean).length;

  return (
    <>
      <Button
        className={styles.opener}
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={fieldsId}
        onClick={() => setOpen(!isOpen)}
      >
        {t('filter.all', { count })}
      </Button>
      <div id={fieldsId} className={styles.fields} data-open={isOpen || undefined}>
        {chosen !== undefined && (
          <FilterSelect
            label={t('state.label', { environment: chosen.name })}
            any={t('state.any')}
            value={ofChosen?.word ?? ''}
            options={STATE_WORDS.map((word) => ({ value: word, label: t(`state.${word}`) }))}
            onChange={(asked) =>
              filters.setState(
                chosen.id,
                STATE_WORDS.find((word) => word === asked),
              )
            }
          />
        )}
        {(tags.length > 0 || tag !== '') && (
          <FilterSelect
            label={t('tag.label')}
            any={t('tag.any')}
            value={tag}
            options={tags.map((one) => ({ value: one, label: `#${one}` }))}
            onChange={(asked) => filters.set('tag', asked)}
          />
        )}
        {(owners.length > 0 || ownerId !== '') && (
          <FilterSelect
            label={t('owner.label')}
            any={t('owner.any')}
            value={ownerId}
            options={owners}
            onChange={(asked) => filters.set('owner', asked)}
          />
        )}
        <Suspense>
          <LifecycleFilter
            value={lifecycle}
            onChange={(asked) => filters.set('lifecycle', asked)}
          />
        </Suspense>
        {(value !== '' || added === 'value') && (
          <FilterSelect
            label={t('value.label')}
            any={t('value.any')}
            value={value}
            isNew={added === 'value'}
            options={values.map((one) => ({ value: one, label: shownValue(one) }))}
            onChange={(asked) => filters.set('value', asked)}
          />
        )}
        {(since !== undefined || added === 'since') && (
          <FilterSelect
            label={t('since.label')}
            any={t('since.any')}
            value={String(since ?? '')}
            isNew={added === 'since'}
            options={SINCE_DAYS.map((days) => ({
              value: String(days),
              label: t('since.days', { count: days }),
            }))}
            onChange={(asked) => filters.set('since', asked)}
          />
        )}
        {chips.map((chip) => (
          <FilterChip key={chip.key} chip={chip} />
        ))}
        <MoreFilters flags={offered} onFlag={(flag) => filters.set(flag, 'only')} onAdd={add} />
      </div>
    </>
  );
}

/** The active filters without a field: states of other environments, and flags. */
function useChips(
  { filters: { states, ...flags }, ...filters }: ToggleFilters,
  ofChosen: StateFilter | undefined,
): readonly ShownChip[] {
  const t = useTranslations('toggle.list');
  const elsewhere = states.filter((filter) => filter !== ofChosen);
  return [
    ...elsewhere.map(({ environment, word }) => ({
      key: environment.id,
      text: t('state.elsewhere', { environment: environment.name, state: t(`state.${word}`) }),
      onRemove: () => filters.setState(environment.id, undefined),
    })),
    ...FLAGS.filter((flag) => flags[flag]).map((flag) => ({
      key: flag,
      text: t(`filter.${flag}`),
      onRemove: () => filters.set(flag, ''),
    })),
  ];
}
