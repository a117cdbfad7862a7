import { conditionProperties } from '@comporta/contract/conditions/condition';
import { namedCondition } from '@comporta/contract/conditions/named-condition';
import type { ListedTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import { deleteTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import { conditionsInWords } from '@comporta/messages/rule-in-words';
import { plainWords } from '@comporta/messages/words';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { Page } from '../base/page.tsx';
import { pathTo } from '../base/paths.ts';
import { useRestorable } from '../base/use-restorable.ts';
import { useNamedLists } from '../data/named-lists.ts';
import { propertiesQuery } from '../data/property-queries.ts';
import {
  forgetTargetGroups,
  removeTargetGroup,
  targetGroupsQuery,
} from '../data/target-group-queries.ts';
import { WordsView } from '../parts/outcome/words-view.tsx';
import { useLinksOf, useUsageLinks } from '../parts/usage/use-usage-links.ts';
import { UsedIn } from '../parts/usage/used-in.tsx';
import { Button } from '../ui/controls/button.ts';
import { DeleteButton } from '../ui/dialogs/delete-button.tsx';
import { useEntityDeletion } from '../ui/dialogs/use-entity-deletion.ts';
import { useIsReadOnly } from '../ui/forms/read-only.ts';
import { CreateLink } from '../ui/list/create-link.tsx';
import { DataList } from '../ui/list/data-list.tsx';
import { DescribedName } from '../ui/list/described-name.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { lastChangeColumn } from '../ui/list/last-change-column.tsx';
import type { Column } from '../ui/list/list-order.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import styles from './target-group-list-page.module.css';

export function TargetGroupListPage() {
  const t = useTranslations('targetGroup');
  const idList = useTranslations('idList');
  const { appId = '' } = useParams();
  const isReadOnly = useIsReadOnly();
  const groups = useQuery(targetGroupsQuery(appId));
  const columns = useColumns(appId);
  const deletion = useTargetGroupDeletion(appId);
  const hasNone = groups.data?.length === 0;
  const create = (
    <CreateLink to={pathTo('targetGroup', { appId, id: 'new' })}>{t('list.new')}</CreateLink>
  );

  return (
    <Page
      title={t('list.title')}
      actions={
        <>
          {/* The sidebar has no room for what few need. */}
          <Button component={Link} variant="default" to={pathTo('idLists', { appId })}>
            {idList('title')}
          </Button>
          {!hasNone && create}
        </>
      }
      width="list"
      help="rules"
    >
      <Loaded query={groups} rows={8} isList>
        {(rows) => (
          <DataList
            label={t('list.title')}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns}
            searchIn={nameAndDescription}
            actions={
              isReadOnly
                ? undefined
                : (group) => <DeleteButton name={group.name} onClick={() => deletion.ask(group)} />
            }
            empty={
              <EmptyState text={t('list.empty')} help={<HelpLink page="rules" />}>
                {create}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {deletion.dialogs}
    </Page>
  );
}

function useColumns(appId: string): readonly Column<ListedTargetGroup>[] {
  const t = useTranslations();
  const { data: properties } = useQuery(propertiesQuery(appId));
  const lists = useNamedLists(appId);
  return useMemo(() => {
    const known = conditionProperties(properties ?? [], lists);
    return [
      {
        id: 'name',
        title: t('common.name'),
        width: '28%',
        sortBy: ({ name }) => name,
        cell: ({ id, name, description }) => (
          <DescribedName to={pathTo('targetGroup', { appId, id })} description={description}>
            {name}
          </DescribedName>
        ),
      },
      {
        id: 'conditions',
        title: t('targetGroup.conditions'),
        isPlain: true,
        cell: (group) => {
          // The names of the properties must be loaded first.
          const words =
            properties &&
            conditionsInWords(
              t,
              group.policy,
              group.conditions.map((condition) => namedCondition(condition, known)),
            );
          return (
            <span className={styles.summary} title={words && plainWords(words)}>
              {words && <WordsView words={words} />}
            </span>
          );
        },
      },
      {
        id: 'usedIn',
        title: t('usage.title'),
        isDetail: true,
        width: '22%',
        sortBy: ({ usedBy }) => usedBy.length,
        cell: ({ name, usedBy }) => <UsedIn name={name} appId={appId} usages={usedBy} />,
      },
      lastChangeColumn({
        title: t('common.changed'),
        changeOf: ({ lastChanged }) => lastChanged,
      }),
    ];
  }, [t, appId, properties, lists]);
}

function nameAndDescription({ name, description }: ListedTargetGroup): string {
  return `${name} ${description}`;
}

function useTargetGroupDeletion(appId: string) {
  const t = useTranslations('targetGroup');
  const client = useQueryClient();
  const linksOf = useLinksOf(appId);
  return useEntityDeletion<ListedTargetGroup, typeof deleteTargetGroup>({
    endpoint: deleteTargetGroup,
    title: t('delete.title'),
    confirm: ({ name }) => t('delete.confirm', { name }),
    afterwards: useRestorable(),
    success: t('delete.success'),
    refused: (code) => t(`error.${code}`),
    uses: ({ usedBy }) => linksOf(usedBy),
    usedIn: useUsageLinks(appId),
    remove: removeTargetGroup,
    onClosed: () => void forgetTargetGroups(client, appId),
  });
}
