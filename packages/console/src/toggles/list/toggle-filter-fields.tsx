import type { Environment } from '@comporta/contract/applications/application';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl/react';
import { compareText } from '../../ui/list/list-order.ts';
import styles from './toggle-filter-fields.module.css';
import { STATE_WORDS } from './toggle-states.ts';
import type { ToggleFilters } from './use-toggle-filters.ts';

interface ToggleFilterFieldsProps {
  readonly toggles: readonly Toggle[];
  /** Whose states the field offers; those of others are chips. */
  readonly chosen: Environment | undefined;
  readonly filters: ToggleFilters;
  readonly favouriteIds: ReadonlySet<string>;
}

/** State, tag, owner and archive; what no toggle has is not offered. */
export function ToggleFilterFields({
  toggles,
  chosen,
  filters,
  favouriteIds,
}: ToggleFilterFieldsProps) {
  const t = useTranslations('toggle.list');
  const { states, tag, ownerId, favourites, archived } = filters.filters;
  const tags = useMemo(
    () => [...new Set(toggles.flatMap((toggle) => toggle.tags))].sort(compareText),
    [toggles],
  );
  const owners = useMemo(() => ownersOf(toggles), [toggles]);
  const hasFavourites = toggles.some(({ id }) => favouriteIds.has(id));
  const hasArchived = archived || toggles.some((toggle) => toggle.archived);
  const ofChosen = states.find(({ environment }) => environment.id === chosen?.id);

  return (
    <>
      {chosen !== undefined && (
        <Filter
          label={t('state.label', { environment: chosen.name })}
          any={t('state.any')}
          value={ofChosen?.word ?? ''}
          options={STATE_WORDS.map((word) => ({ value: word, label: t(`state.${word}`) }))}
          onChange={(value) =>
            filters.setState(
              chosen.id,
              STATE_WORDS.find((word) => word === value),
            )
          }
        />
      )}
      {(tags.length > 0 || tag !== '') && (
        <Filter
          label={t('tag.label')}
          any={t('tag.any')}
          value={tag}
          options={tags.map((one) => ({ value: one, label: `#${one}` }))}
          onChange={(value) => filters.set('tag', value)}
        />
      )}
      {(owners.length > 0 || ownerId !== '') && (
        <Filter
          label={t('owner.label')}
          any={t('owner.any')}
          value={ownerId}
          options={owners}
          onChange={(value) => filters.set('owner', value)}
        />
      )}
      {(hasFavourites || favourites) && (
        <Filter
          label={t('favourites.label')}
          any={t('favourites.any')}
          value={favourites ? 'only' : ''}
          options={[{ value: 'only', label: t('favourites.only') }]}
          onChange={(value) => filters.set('favourites', value)}
        />
      )}
      {hasArchived && (
        <Filter
          label={t('archive.label')}
          any={t('archive.without')}
          value={archived ? 'only' : ''}
          options={[{ value: 'only', label: t('archive.only') }]}
          onChange={(value) => filters.set('archived', value)}
        />
      )}
      {states
        .filter((filter) => filter !== ofChosen)
        .map(({ environment, word }) => {
          const text = t('state.elsewhere', {
            environment: environment.name,
            state: t(`state.${word}`),
          });
          return (
            <button
              key={environment.id}
              type="button"
              className={styles.chip}
              aria-label={t('state.remove', { filter: text })}
              onClick={() => filters.setState(environment.id, undefined)}
            >
              {text}
              <IconX size={14} aria-hidden />
            </button>
          );
        })}
    </>
  );
}

interface FilterProps {
  readonly label: string;
  readonly any: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

function Filter({ label, any, value, options, onChange }: FilterProps) {
  return (
    <NativeSelect
      variant="filled"
      className={styles.filter}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: any }, ...options]}
    />
  );
}

function ownersOf(toggles: readonly Toggle[]) {
  const owners = new Map(toggles.map(({ ownerId, owner }) => [ownerId ?? '', owner ?? '']));
  owners.delete('');
  return [...owners]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => compareText(one.label, other.label));
}
