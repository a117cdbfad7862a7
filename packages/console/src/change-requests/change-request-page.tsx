import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import type { RequestAction } from '@comporta/contract/change-requests/request-state';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { ApiError } from '../api/api-error.ts';
import { useFailureText } from '../api/failure-text.ts';
import { Page } from '../base/page.tsx';
import { TextsOfRequests } from '../base/texts-of-requests.tsx';
import { changeRequestQuery, sendAction } from '../data/change-request-queries.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { RequestState } from './request-state.tsx';
import { RequestSteps } from './request-steps.tsx';

/** One change request: how it stands, its steps, and what can be done with it. */
export function ChangeRequestPage() {
  return (
    <TextsOfRequests>
      <OneRequest />
    </TextsOfRequests>
  );
}

function OneRequest() {
  const t = useTranslations('changeRequest');
  const { appId = '', id = '' } = useParams();
  const request = useQuery(changeRequestQuery(appId, id));
  const { data } = request;
  const name = data && t('of', { number: String(data.number), title: data.title });
  return (
    <Page
      title={name ?? '…'}
      item={name}
      beside={data && <RequestState request={data} />}
      actions={data && <RequestActions request={data} />}
    >
      <Loaded query={request}>{(loaded) => <RequestSteps request={loaded} />}</Loaded>
    </Page>
  );
}

/** Those that this page offers, in their order, and their texts. */
const ACTIONS = {
  SUBMIT: 'submit',
  APPLY: 'apply',
  ADVANCE: 'advance',
  HOLD: 'hold',
  RESUME: 'resume',
  TAKE_OVER: 'takeOver',
  WITHDRAW: 'withdraw',
} as const satisfies Partial<Record<RequestAction, string>>;

function RequestActions({ request }: { readonly request: ChangeRequest }) {
  const t = useTranslations('changeRequest');
  const client = useQueryClient();
  const failureText = useFailureText();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function send(action: RequestAction) {
    setIsBusy(true);
    try {
      await sendAction(client, request, action);
      setProblem(undefined);
    } catch (error) {
      setProblem(refusalText(error));
    } finally {
      setIsBusy(false);
    }
  }

  function refusalText(error: unknown): string {
    const code = error instanceof ApiError ? error.code : undefined;
    switch (code) {
      case 'VERSION_CONFLICT':
      case 'EDITS_CONFLICT':
      case 'INVALID_EDIT':
        return t(`error.${code}`);
      case 'WRONG_REQUEST_STATE':
        return t('error.WRONG_REQUEST_STATE', { state: t(`state.${request.state}`) });
      default:
        return failureText(error);
    }
  }

  return (
    <>
      {Object.entries(ACTIONS).map(([action, text]) =>
        request.actions.includes(action as RequestAction) ? (
          <Button
            key={action}
            variant="default"
            disabled={isBusy}
            // Object.entries knows keys only as text.
            onClick={() => void send(action as RequestAction)}
          >
            {t(`action.${text}`)}
          </Button>
        ) : null,
      )}
      {problem !== undefined && <Alert>{problem}</Alert>}
    </>
  );
}
