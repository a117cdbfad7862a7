import { REQUEST_TEXTS } from '@comporta/contract/change-requests/change-request';
import { EDIT_ACTIONS, type EditDraft } from '@comporta/contract/change-requests/edit';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import type { RefusedWrite } from '../../api/admission.ts';
import { experimentSummariesQuery } from '../../data/experiment-queries.ts';
import { propertiesQuery } from '../../data/property-queries.ts';
import { targetGroupsQuery } from '../../data/target-group-queries.ts';
import { togglesQuery } from '../../data/toggle-queries.ts';

/** Proposes what a request is called: what it does with the first thing, and how many more there are. */
export function useRequestTitle(
  { params, body }: RefusedWrite,
  edits: readonly EditDraft[],
): string {
  const t = useTranslations();
  const client = useQueryClient();
  const [edit] = edits;
  if (edit === undefined) {
    const { application } = body ?? {};
    return typeof application === 'string' ? t('changeRequest.ofImport', { application }) : '';
  }
  const appId = params.appId ?? '';
  const action = EDIT_ACTIONS.find((one) => one === edit.action) ?? 'UPDATE';
  const first = t(`changeRequest.edit.${action}`, { name: nameOf(client, appId, edit) }).trim();
  const count = edits.length - 1;
  const title = count === 0 ? first : t('admission.several', { first, count });
  return [...title].slice(0, REQUEST_TEXTS.bounds.title.maxChars).join('');
}

/** From the lists that the screens have loaded; the person can write another title. */
function nameOf(client: QueryClient, appId: string, { type, id, body }: EditDraft): string {
  switch (type) {
    case 'experiment': {
      const summaries = client.getQueryData(experimentSummariesQuery(appId).queryKey);
      const toggleId = body?.toggleId ?? summaries?.find((one) => one.id === id)?.toggleId;
      const toggles = client.getQueryData(togglesQuery(appId).queryKey);
      return toggles?.find((one) => one.id === toggleId)?.name ?? '';
    }
    case 'toggle':
      return textOr(body?.name, named(client.getQueryData(togglesQuery(appId).queryKey), id)?.name);
    case 'targetGroup':
      return textOr(
        body?.name,
        named(client.getQueryData(targetGroupsQuery(appId).queryKey), id)?.name,
      );
    default:
      return textOr(
        body?.key,
        named(client.getQueryData(propertiesQuery(appId).queryKey), id)?.key,
      );
  }
}

function named<Row extends { readonly id: string }>(
  rows: readonly Row[] | undefined,
  id: string | null | undefined,
): Row | undefined {
  return rows?.find((row) => row.id === id);
}

function textOr(value: unknown, other = ''): string {
  return typeof value === 'string' ? value : other;
}
