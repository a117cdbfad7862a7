import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import type { PartName } from '../../ui/forms/difference.ts';
import { WillHold } from './will-hold.tsx';

interface EntityWillHoldProps {
  readonly appId: string;
  readonly preview: ChangeRequest;
}

/** Which open requests a save of what was previewed will hold. Source: SAF-09. */
export function EntityWillHold({ appId, preview }: EntityWillHoldProps) {
  const t = useTranslations('audit.field');
  const { application } = useCurrentEnvironment();
  const edit = preview.steps[0]?.edits[0];
  if (!application?.openRequests || !edit?.base || !edit.result) return null;
  const { type, id, base: present, result: draft } = edit;
  return (
    <WillHold
      appId={appId}
      states={{ type, id, present, draft }}
      // Things have the fields that their entries have.
      partText={(part) => t(part as PartName)}
    />
  );
}
