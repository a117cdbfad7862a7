import { useTranslations } from 'use-intl/react';
import { ApiError } from './api-error.ts';

/** Explains errors that no form explains itself: a code that any call may answer, or an unexpected failure. */
export function useFailureText(): (error: unknown) => string {
  const t = useTranslations('error');
  return (error) => {
    if (!(error instanceof ApiError)) return t('general');
    if (error.status === 0) return t('network');
    if (typeof error.answer === 'object')
      return t('filed', { number: String(error.answer.number) });
    switch (error.code) {
      case 'RATE_LIMITED':
        return error.retryAfterSeconds === undefined
          ? t('RATE_LIMITED')
          : t('rateLimitedFor', { seconds: error.retryAfterSeconds });
      case 'SERVICE_BUSY':
      case 'SERVICE_UNAVAILABLE':
      case 'STORAGE_FULL':
      case 'PAYLOAD_TOO_LARGE':
      case 'LIMIT_EXCEEDED':
      case 'NOT_FOUND':
      case 'OLDER_NODE':
      case 'APPROVAL_REQUIRED':
      case 'FROZEN':
      case 'ENVIRONMENT_READ_ONLY':
      case 'EMPTY_REASON':
        return t(error.code);
      default:
        return t('general');
    }
  };
}
