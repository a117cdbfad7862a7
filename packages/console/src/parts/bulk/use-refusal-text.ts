import type { ErrorCode } from '@comporta/contract/errors';
import { useTranslations } from 'use-intl/react';

/** Explains in a few words why one of several rows was not changed. */
export function useRefusalText(): (code: ErrorCode) => string {
  const t = useTranslations();
  return (code) => {
    switch (code) {
      case 'NOT_FOUND':
      case 'UNCHANGED':
      case 'LIMIT_EXCEEDED':
      case 'APPROVAL_REQUIRED':
      case 'FROZEN':
      case 'EMPTY_REASON':
      case 'ENVIRONMENT_READ_ONLY':
      case 'EXPERIMENT_EXISTS':
      case 'EXPERIMENT_DEPENDENCY_EXISTS':
      case 'TOGGLE_HAS_EXPERIMENT':
      case 'TOGGLE_ARCHIVED':
      case 'CIRCULAR_TOGGLE_DEPENDENCY':
      case 'DEPENDENCY_CHAIN_TOO_LONG':
      case 'TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT':
      case 'DUPLICATED_RULE':
        return t(`bulk.error.${code}`);
      default:
        return t('error.general');
    }
  };
}
