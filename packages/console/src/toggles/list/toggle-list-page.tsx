import type { Environment } from '@comporta/contract/applications/application';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../../base/help/help-link.tsx';
import { Page } from '../../base/page.tsx';
import { pathTo } from '../../base/paths.ts';
import { TextsOfLifecycle } from '../../base/texts/texts-of-lifecycle.tsx';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { experimentSummariesQuery } from '../../data/experiment-queries.ts';
import { lifecyclesQuery } from '../../data/lifecycle-queries.ts';
import { togglesQuery } from '../../data/toggle-queries.ts';
import { useMayEdit } from '../../data/use-may-edit.ts';
import { BulkBar } from '../../parts/bulk/bulk-bar.tsx';
import { useFavourites } from '../../parts/favourite/use-favourites.ts';
import { NextStep } from '../../parts/onboarding/next-step.tsx';
import { DeleteButton } from '../../ui/dialogs/delete-button.tsx';
import { CreateLink } from '../../ui/list/create-link.tsx';
import { DataList } from '../../ui/list/data-list.tsx';
import { EmptyState } from '../../ui/list/empty-state.tsx';
import { Loaded } from '../../ui/list/loaded.tsx';
import { useRowSelection } from '../../ui/list/row-selection.ts';
import { ToggleFilterFields } from '../filters/toggle-filter-fields.tsx';
import { useToggleFilters } from '../filters/use-toggle-filters.ts';
import { AskToggleQuestion } from '../question/ask-toggle-question.tsx';
import { UnknownToggles } from '../usage/unknown-toggles.tsx';
import type { AskedChange } from './rules-switch.tsx';
import { SwitchQuestion } from './switch-question.tsx';
import { ToggleMenu } from './toggle-menu.tsx';
import { statesOf, statesOfToggle, type ToggleStates } from './toggle-states.ts';
import { useToggleActions } from './use-toggle-actions.tsx';
import { useToggleColumns } from './use-toggle-columns.tsx';
import { ViewMenu } from './view-menu.tsx';

const NO_ENVIRONMENTS: [] = [];
const ROW_KEYS = ['f', 'c', '.'] as const;

function rollOutOf(toggle: Toggle, environment: Environment, states: ToggleStates): AskedChange {
  const experiment = statesOfToggle(states, toggle.id).get(environment.id);
  return { toggle, environment, experiment, isRollOut: true };
}

export function ToggleListPage() {
  const t = useTranslations('toggle');
  const { appId = '' } = useParams();
  const toggles = useQuery(togglesQuery(appId));
  const { data: summaries } = useQuery(experimentSummariesQuery(appId));
  const states = useMemo(() => summaries && statesOf(summaries), [summaries]);
  const { data: lifecycles } = useQuery(lifecyclesQuery(appId));
  const { application, chosen } = useCurrentEnvironment();
  const environments = application?.environments ?? NO_ENVIRONMENTS;
  const [asked, setAsked] = useState<AskedChange>();
  const favourites = useFavourites();
  const favouriteIds = favourites.ids;
  const filters = useToggleFilters(environments, { states, lifecycles, favouriteIds });
  const columns = useToggleColumns({
    favourites,
    environments,
    chosenId: chosen?.id,
    states,
    lifecycles,
    isByLifecycle: filters.filters.lifecycle !== '',
    onAsk: setAsked,
  });
  const [deleted, setDeleted] = useState<Toggle>();
  const envId = chosen?.id;
  const mayEdit = useMayEdit();
  const mayRollOut = mayEdit(envId);
  const mayDelete = environments.every(({ id }) => mayEdit(id));
  // The list renders every row again when this function changes.
  const actions = useCallback(
    (toggle: Toggle) => (
      <>
        <ToggleMenu
          toggle={toggle}
          envId={envId}
          onRollOut={
            chosen && states && mayRollOut
              ? () => setAsked(rollOutOf(toggle, chosen, states))
              : undefined
          }
        />
        {mayDelete && <DeleteButton name={toggle.name} onClick={() => setDeleted(toggle)} />}
      </>
    ),
    [envId, chosen, states, mayRollOut, mayDelete],
  );
  const selection = useRowSelection(toggles.data, idOf, nameOf);
  const bulkActions = useToggleActions({
    ...{ appId, environments, chosen, states },
    archived: filters.filters.archived,
  });
  const create = <CreateLink to={pathTo('newToggle', { appId })}>{t('list.new')}</CreateLink>;
  const hasNone = toggles.data?.length === 0;

  return (
    <Page
      title={t('list.title')}
      {...(!hasNone && { actions: create })}
      width="list"
      help="concepts"
    >
      <NextStep />
      <Loaded key={appId} query={toggles} rows={8} isList>
        {(rows) => (
          <TextsOfLifecycle isEarly>
            <DataList
              label={t('list.title')}
              rows={rows}
              rowKey={idOf}
              columns={columns}
              searchIn={searchedIn}
              filters={
                <>
                  <ToggleFilterFields toggles={rows} {...{ chosen, filters, favouriteIds }} />
                  <ViewMenu appId={appId} />
                </>
              }
              isShown={filters.isShown}
              onClear={filters.clear}
              actions={actions}
              actionCount={mayDelete ? 2 : 1}
              selection={selection}
              keysOfRows={ROW_KEYS}
              empty={
                <EmptyState text={t('list.empty')} help={<HelpLink page="first-toggle" />}>
                  {create}
                </EmptyState>
              }
            />
            <UnknownToggles appId={appId} environments={environments} />
            <BulkBar rows={rows} rowKey={idOf} actions={bulkActions} selection={selection} />
          </TextsOfLifecycle>
        )}
      </Loaded>
      {deleted !== undefined && (
        <AskToggleQuestion toggle={deleted} action="delete" onClose={() => setDeleted(undefined)} />
      )}
      <SwitchQuestion asked={asked} onClose={() => setAsked(undefined)} />
    </Page>
  );
}

function nameOf({ name }: Toggle): string {
  return name;
}

function idOf({ id }: Toggle): string {
  return id;
}

function searchedIn({ name, description, values, tags, owner }: Toggle): string {
  return [name, description, ...values, ...tags, owner ?? ''].join(' ');
}
