import type { Toggle } from '@comporta/contract/toggles/toggle';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../applications/application-queries.ts';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { experimentSummariesQuery } from '../experiments/experiment-queries.ts';
import { CreateLink } from '../ui/list/create-link.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { Loaded } from '../ui/list/loaded.tsx';
import { ToggleMenu } from './toggle-menu.tsx';
import { togglesQuery } from './toggle-queries.ts';
import { passes, STATE_FILTERS, stateFilterNamed, statesOf } from './toggle-states.ts';
import { useToggleColumns } from './use-toggle-columns.tsx';
import { useToggleDeletion } from './use-toggle-deletion.ts';

const NO_ENVIRONMENTS: [] = [];

export function ToggleListPage() {
  const t = useTranslations('toggle');
  const { appId = '' } = useParams();
  const toggles = useQuery(togglesQuery(appId));
  const { data: summaries } = useQuery(experimentSummariesQuery(appId));
  const states = useMemo(() => summaries && statesOf(summaries), [summaries]);
  const environments = useCurrentEnvironment().application?.environments ?? NO_ENVIRONMENTS;
  const columns = useToggleColumns(environments, states);
  const { filter, setFilter } = useStateFilter();
  const isShown = useMemo(
    () => states && filter && (({ id }: Toggle) => passes(states, id, filter)),
    [states, filter],
  );
  const deletion = useToggleDeletion(appId);
  const { ask } = deletion;
  // The list draws a row again only when what draws it is another function.
  const actions = useCallback(
    (toggle: Toggle) => (
      <ToggleMenu toggle={toggle} envId={environments[0]?.id} onDelete={() => ask(toggle)} />
    ),
    [environments, ask],
  );
  const create = <CreateLink to={pathTo('newToggle', { appId })}>{t('list.new')}</CreateLink>;

  return (
    <Page title={t('list.title')} actions={create}>
      <Loaded key={appId} query={toggles} rows={8}>
        {(rows) => (
          <DataList
            label={t('list.title')}
            rows={rows}
            rowKey={idOf}
            columns={columns}
            searchIn={nameAndDescription}
            filters={<StateFilterField value={filter ?? ''} onChange={setFilter} />}
            isShown={isShown}
            onClear={() => setFilter('')}
            actions={actions}
            empty={<EmptyState text={t('list.empty')}>{create}</EmptyState>}
          />
        )}
      </Loaded>
      {deletion.dialogs}
    </Page>
  );
}

function idOf({ id }: Toggle): string {
  return id;
}

function nameAndDescription({ name, description }: Toggle): string {
  return `${name} ${description}`;
}

/** The address has the filter (`?state=PAUSED`), like the search and the sort. */
function useStateFilter() {
  const [params, setParams] = useSearchParams();
  const setFilter = useCallback(
    (state: string) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (state === '') next.delete('state');
          else next.set('state', state);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return { filter: stateFilterNamed(params.get('state')), setFilter };
}

interface StateFilterFieldProps {
  readonly value: string;
  readonly onChange: (state: string) => void;
}

function StateFilterField({ value, onChange }: StateFilterFieldProps) {
  const t = useTranslations('toggle.list.state');
  return (
    <NativeSelect
      aria-label={t('label')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: t('any') },
        ...STATE_FILTERS.map((state) => ({ value: state, label: t(state) })),
      ]}
    />
  );
}
