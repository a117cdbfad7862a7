import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { useTranslations } from 'use-intl/react';
import { Badge } from '../../ui/badge.tsx';

const TONES = {
  CREATED: 'success',
  EDITED: 'neutral',
  DELETED: 'danger',
  PAUSED: 'warning',
  RESTARTED: 'success',
  OTHER: 'neutral',
} as const;

/** The action in a word. */
export function ActionBadge({ action }: Pick<AuditEntry, 'action'>) {
  const t = useTranslations('audit.action');
  return <Badge tone={TONES[action]}>{t(action)}</Badge>;
}
