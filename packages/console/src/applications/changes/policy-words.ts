import type { ChangePolicy } from '@comporta/contract/change-policies/change-policy';
import { useFormatter, useTranslations } from 'use-intl/react';

/** Says what a change of an environment needs; `policy` is absent where it needs nothing. */
export function usePolicyWords(): (policy: ChangePolicy | undefined) => string {
  const t = useTranslations('policy.needs');
  const format = useFormatter();
  return (policy) => {
    if (policy === undefined) return t('none');
    const { approvals, pauseDirectly, reasonRequired } = policy;
    const needs = [
      ...(approvals > 0 ? [t('approvals', { n: approvals })] : []),
      ...(reasonRequired ? [t('reason')] : []),
    ];
    if (needs.length === 0) return t('none');
    return t(pauseDirectly ? 'all' : 'alsoToPause', { needs: format.list(needs) });
  };
}
