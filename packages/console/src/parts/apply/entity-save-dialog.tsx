import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { TextsOfPolicies } from '../../base/texts/texts-of-policies.tsx';
import { TextsOfRequests } from '../../base/texts/texts-of-requests.tsx';
import { previewQuery } from '../../data/change-request-queries.ts';
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx';
import type { EntitySave } from './entity-save.ts';
import { EntitySaveQuestion } from './entity-save-question.tsx';

/** Reviews the edits of a thing, and asks when and how they are applied. Source: SAF-70. */
export function EntitySaveDialog(props: EntitySave) {
  return (
    <TextsOfPolicies>
      <TextsOfRequests>
        <Previewed {...props} />
      </TextsOfRequests>
    </TextsOfPolicies>
  );
}

/** Only the service knows whom the edits touch. */
function Previewed(props: EntitySave) {
  const { appId, edit, name, refusalText, onClose } = props;
  const t = useTranslations();
  const preview = useQuery(
    previewQuery(appId, {
      title: t('changeRequest.edit.UPDATE', { name }),
      reason: '',
      steps: [{ edits: [edit] }],
      source: null,
      start: 'MANUAL',
      startAt: null,
      lateBy: null,
      guard: null,
    }),
  );
  if (preview.isError) {
    return <InfoDialog kind="error" text={refusalText(t, preview.error)} onClose={onClose} />;
  }
  return preview.data && <EntitySaveQuestion preview={preview.data} {...props} />;
}
