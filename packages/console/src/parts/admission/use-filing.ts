import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { fileRequest, type RequestBody } from '../../data/change-request-queries.ts';
import { useNextTime } from '../../ui/dates/next-time.ts';
import { toast } from '../../ui/toast-store.ts';

/** Files a change request, and says what it waits for, with a link to it. */
export function useFiling(appId: string) {
  const t = useTranslations();
  const client = useQueryClient();
  const timeOf = useNextTime();

  function tell({ id, number: count, state, startAt }: ChangeRequest) {
    const number = String(count);
    const text =
      state === 'IN_REVIEW'
        ? t('admission.filed', { number })
        : state === 'SCHEDULED' && startAt !== null
          ? t('admission.scheduled', { number, time: timeOf(startAt) })
          : t('admission.filedAs', { number });
    toast({ text, link: { text: t('common.view'), to: pathTo('changeRequest', { appId, id }) } });
  }

  return async (body: RequestBody): Promise<ChangeRequest> => {
    const request = await fileRequest(client, appId, body);
    tell(request);
    return request;
  };
}
