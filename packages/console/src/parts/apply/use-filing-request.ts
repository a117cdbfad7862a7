import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import { fileRequest, type RequestBody } from '../../data/change-request-queries.ts';
import { useNextTime } from '../../ui/dates/next-time.ts';
import { toast } from '../../ui/toast-store.ts';

interface FilingRequest {
  readonly appId: string;
  /** Says why the service did not take it. */
  readonly refusalText: (error: unknown) => string;
  /** Called when the edits were filed, and are no edits of this screen any more. */
  readonly onFiled: () => void;
}

/** Files edits as a change request, once, and leads to its page. */
export function useFilingRequest({ appId, refusalText, onFiled }: FilingRequest) {
  const t = useTranslations('changeRequest');
  const client = useQueryClient();
  const navigate = useNavigate();
  const time = useNextTime();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isUnderWay = useRef(false);

  async function file(request: RequestBody) {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    try {
      const { id, number, state, nextAt } = await fileRequest(client, appId, request);
      const of = { number: String(number) };
      if (state === 'DRAFT') toast({ text: t('keptAsDraft', of) });
      else if (state === 'IN_REVIEW') toast({ text: t('filed', of) });
      else if (state === 'SCHEDULED' && nextAt !== null && request.start === 'AT') {
        toast({ text: t('scheduled', { ...of, time: time(nextAt) }) });
      }
      onFiled();
      void navigate(pathTo('changeRequest', { appId, id }));
    } catch (error) {
      setProblem(refusalText(error));
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  }

  return { file, isBusy, problem };
}
