import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import type { RequestState } from '@comporta/contract/change-requests/request-state';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Page } from '../../base/page.tsx';
import { TextsOfRequests } from '../../base/texts/texts-of-requests.tsx';
import { changeRequestQuery } from '../../data/change-request-queries.ts';
import { Alert } from '../../ui/alert.tsx';
import { Loaded } from '../../ui/list/loaded.tsx';
import { useRuleNames } from '../changes/use-rule-names.ts';
import { RequestState as StateBadge } from '../request-state.tsx';
import { LackingApprovers } from './approvers/lacking-approvers.tsx';
import styles from './change-request-page.module.css';
import { ConflictChoices } from './conflict-choices.tsx';
import { Conversation } from './conversation.tsx';
import { GuardSection } from './guard-section.tsx';
import { RequestAbout } from './request-about.tsx';
import { RequestActions } from './request-actions.tsx';
import { RequestProblems } from './request-problems.tsx';
import { RequestStanding } from './request-standing.tsx';
import { RequestSteps } from './request-steps.tsx';
import { useOffered } from './use-offered.ts';
import { useSeenDigest } from './use-seen-digest.ts';
import { useSending } from './use-sending.ts';

/** What a person's choices between two changes do, by the state of the request. */
const DECIDED: Readonly<Partial<Record<RequestState, 'RESUME' | 'SUBMIT'>>> = {
  HELD: 'RESUME',
  DRAFT: 'SUBMIT',
};

/** One change request: how it stands, its steps, and what can be done with it. */
export function ChangeRequestPage() {
  return (
    <TextsOfRequests>
      <OneRequest />
    </TextsOfRequests>
  );
}

function OneRequest() {
  const { appId = '', id = '' } = useParams();
  const request = useQuery(changeRequestQuery(appId, id));
  if (request.data !== undefined) return <LoadedRequest key={id} request={request.data} />;
  return (
    <Page title="…">
      <Loaded query={request}>{() => null}</Loaded>
    </Page>
  );
}

function LoadedRequest({ request }: { readonly request: ChangeRequest }) {
  const t = useTranslations('changeRequest');
  const { number, title, overlaps, state } = request;
  const name = t('of', { number: String(number), title });
  const names = useRuleNames(request);
  const sending = useSending(request);
  const { mayChange } = useOffered(request);
  const action = mayChange ? DECIDED[state] : undefined;
  const seen = useSeenDigest(request);
  const problemsId = useId();
  return (
    <Page
      title={name}
      item={name}
      help="safe-changes"
      beside={<StateBadge request={request} />}
      actions={<RequestActions {...{ request, sending, seen, problemsId }} />}
    >
      <div className={styles.page}>
        {sending.problem !== undefined && <Alert>{sending.problem}</Alert>}
        <RequestAbout request={request} />
        <RequestStanding request={request} seen={seen} />
        <LackingApprovers request={request} />
        {overlaps.length > 0 && names !== undefined && (
          <ConflictChoices {...{ request, names, sending, action }} />
        )}
        <RequestProblems {...{ request, sending, mayChange }} id={problemsId} />
        {request.guard !== null && <GuardSection request={request} guard={request.guard} />}
        <RequestSteps request={request} names={names} />
        <Conversation request={request} sending={sending} />
      </div>
    </Page>
  );
}
