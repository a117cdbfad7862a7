import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import type { RefusedWrite } from '../../api/admission.ts';
import { pathTo } from '../../base/paths.ts';
import { fileRequest, type RequestBody } from '../../data/change-request-queries.ts';
import { importAsRequest } from '../../data/transfers.ts';
import { useNextTime } from '../../ui/dates/next-time.ts';
import { toast } from '../../ui/toast-store.ts';

type Filed = Pick<ChangeRequest, 'id' | 'number' | 'state'>;

/** Files a change request, and says what it waits for, with a link to it. */
export function useFiling(appId: string) {
  const t = useTranslations();
  const client = useQueryClient();
  const timeOf = useNextTime();

  function tell({ id, number: count, state }: Filed, startAt: string | null) {
    const number = String(count);
    const text =
      state === 'IN_REVIEW'
        ? t('admission.filed', { number })
        : state === 'SCHEDULED' && startAt !== null
          ? t('admission.scheduled', { number, time: timeOf(startAt) })
          : t('admission.filedAs', { number });
    toast({ text, link: { text: t('common.view'), to: pathTo('changeRequest', { appId, id }) } });
  }

  return {
    async file(body: RequestBody): Promise<Filed> {
      const request = await fileRequest(client, appId, body);
      tell(request, request.startAt);
      return request;
    },
    /** An import becomes one by the service. */
    async fileImport(
      { query, body }: RefusedWrite,
      said: { readonly title: string; readonly reason: string },
    ): Promise<Filed | undefined> {
      const request = await importAsRequest(client, { appId, query, body }, said);
      if (request !== undefined) tell(request, null);
      return request;
    },
  };
}
