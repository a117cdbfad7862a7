import {
  type ChangeRequest,
  REQUEST_TEXTS,
} from '@comporta/contract/change-requests/change-request';
import type { RequestAction } from '@comporta/contract/change-requests/request-state';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import {
  deleteDraft,
  fileRequest,
  sendAction,
  sendReview,
} from '../../data/change-request-queries.ts';
import { toast } from '../../ui/toast-store.ts';
import { bodyOfCopy } from './body-of-request.ts';
import type { Sending } from './use-sending.ts';

type ReviewBody = Parameters<typeof sendReview>[2];

export type RequestWork = ReturnType<typeof useRequestWork>;

/** The calls that the buttons of the page make. */
export function useRequestWork(request: ChangeRequest, { send }: Sending) {
  const t = useTranslations('changeRequest');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { appId } = request;

  async function copy() {
    const filed = await fileRequest(client, appId, bodyOfCopy(request, new Date()));
    toast({ text: t('filedAgain', { number: String(filed.number) }) });
    void navigate(pathTo('changeRequest', { appId, id: filed.id }));
  }

  /** A draft, so that a person looks at it before anything changes. */
  async function revert() {
    const { id, number, title } = request;
    const proposed = t('revert.title', { number: String(number), title });
    const filed = await fileRequest(client, appId, {
      title: [...proposed].slice(0, REQUEST_TEXTS.bounds.title.maxChars).join(''),
      source: { revert: id },
      submit: false,
    });
    toast({ text: t('revert.drafted', { number: String(filed.number) }) });
    void navigate(pathTo('changeRequest', { appId, id: filed.id }));
  }

  async function remove() {
    void navigate(pathTo('changeRequests', { appId }));
    await deleteDraft(client, request);
    toast({ text: t('draftDeleted') });
  }

  return {
    act: (action: RequestAction) => void send(() => sendAction(client, request, { action })),
    review: (body: ReviewBody) => void send(() => sendReview(client, request, body)),
    fileAgain: () => void send(copy),
    revert: () => void send(revert),
    deleteDraft: () => void send(remove),
  };
}
