import type { Environment } from '@comporta/contract/applications/application';
import { REQUEST_TEXTS } from '@comporta/contract/change-requests/change-request';
import { createChangeRequest } from '@comporta/contract/change-requests/change-request-api';
import type { Comparison } from '@comporta/contract/compare/comparison';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { ApiError, refusalOf } from '../api/api-error.ts';
import { useFailureText } from '../api/failure-text.ts';
import { pathTo } from '../base/paths.ts';
import { TextsOfRequests } from '../base/texts/texts-of-requests.tsx';
import { fileRequest } from '../data/change-request-queries.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/controls/button.ts';
import { Checkbox } from '../ui/controls/checkbox.ts';
import { TextInput } from '../ui/controls/text-input.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { useTask } from '../ui/forms/use-task.ts';
import type { Chosen } from './compared-environments.ts';

interface PromoteDialogProps {
  readonly appId: string;
  readonly chosen: Chosen<Environment>;
  /** Toggles that have an experiment in the first environment. */
  readonly rows: readonly Comparison[];
  readonly onClose: () => void;
}

/** Makes a draft of a change request that gives the second environment the rules of the first. */
export function PromoteDialog(props: PromoteDialogProps) {
  return (
    <TextsOfRequests>
      <PromoteForm {...props} />
    </TextsOfRequests>
  );
}

function PromoteForm({ appId, chosen, rows, onClose }: PromoteDialogProps) {
  const t = useTranslations();
  const client = useQueryClient();
  const navigate = useNavigate();
  const problemOf = usePromotionProblem();
  const { from, to } = chosen;
  const [first] = rows;
  const [title, setTitle] = useState(() => {
    const proposed =
      rows.length === 1 && first !== undefined
        ? t('changeRequest.promotion.ofOne', { toggle: first.toggleName, to: to.name })
        : t('changeRequest.promotion.ofMany', { count: rows.length, to: to.name });
    return [...proposed].slice(0, REQUEST_TEXTS.bounds.title.maxChars).join('');
  });
  const [copyStatus, setCopyStatus] = useState(false);
  const { isBusy, problem, setProblem, run } = useTask({ textOf: problemOf });

  const draft = () =>
    run(async () => {
      const toggleIds = rows.map(({ toggleId }) => toggleId);
      const promotion = { fromEnvId: from.id, toEnvId: to.id, toggleIds, copyStatus };
      const { id } = await fileRequest(client, appId, {
        title,
        source: { promotion },
        submit: false,
      });
      await navigate(pathTo('changeRequest', { appId, id }));
    });

  return (
    <Dialog
      title={t('changeRequest.promotion.title', { to: to.name })}
      onClose={onClose}
      onSubmit={() => void draft()}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('changeRequest.promotion.draft')}
          </Button>
        </>
      }
    >
      {problem !== undefined && <Alert>{problem}</Alert>}
      <p>
        {t('changeRequest.promotion.intro', { count: rows.length, from: from.name, to: to.name })}
      </p>
      <TextInput
        data-autofocus
        label={t('changeRequest.promotion.name')}
        value={title}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => {
          setTitle(value);
          setProblem(undefined);
        }}
      />
      <Checkbox
        label={t('changeRequest.promotion.copyStatus')}
        description={t('changeRequest.promotion.copyStatusHint', { to: to.name })}
        checked={copyStatus}
        onChange={({ currentTarget: { checked } }) => {
          setCopyStatus(checked);
          setProblem(undefined);
        }}
      />
    </Dialog>
  );
}

function usePromotionProblem(): (error: unknown) => string {
  const t = useTranslations();
  const failureText = useFailureText();
  return (error) => {
    const code = refusalOf(createChangeRequest, error);
    const limit = error instanceof ApiError ? Number(error.meta.limit) : 0;
    switch (code) {
      case 'NO_EDITS':
      case 'EMPTY_TITLE':
      case 'INVALID_CHARACTERS':
      case 'INVALID_SOURCE':
        return t(`changeRequest.error.${code}`);
      case 'TITLE_TOO_LONG':
        return t('changeRequest.error.TITLE_TOO_LONG', { limit });
      case 'INVALID_STEPS':
        return t('changeRequest.promotion.tooMany', { limit });
      default:
        return failureText(error);
    }
  };
}
