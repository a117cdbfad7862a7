import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import type { EditType } from '@comporta/contract/change-requests/edit-type';
import { useTranslations } from 'use-intl/react';
import { ApiError } from '../../api/api-error.ts';
import { useFailureText } from '../../api/failure-text.ts';
import { problemText } from '../../parts/apply/problem-text.ts';

/** Says why something was not done with a request. */
export function useRequestRefusal({ state, entities }: ChangeRequest): (error: unknown) => string {
  const t = useTranslations();
  const failureText = useFailureText();
  return (error) => {
    if (!(error instanceof ApiError)) return failureText(error);
    const { code, meta } = error;
    switch (code) {
      case 'VERSION_CONFLICT':
      case 'EDITS_CONFLICT':
      case 'NO_EDITS':
      case 'OWN_REQUEST':
      case 'EMPTY_COMMENT':
      case 'EMPTY_REASON':
      case 'INVALID_CHARACTERS':
        return t(`changeRequest.error.${code}`);
      case 'COMMENT_TOO_LONG':
      case 'TITLE_TOO_LONG':
      case 'REASON_TOO_LONG':
        return t(`changeRequest.error.${code}`, { limit: Number(meta.limit) });
      case 'RAMP_EXISTS':
        return t('changeRequest.error.RAMP_EXISTS', { number: String(meta.number) });
      case 'INVALID_TIME':
        return t('changeRequest.error.INVALID_TIME', { days: Number(meta.days) });
      case 'WRONG_REQUEST_STATE':
        return t('changeRequest.error.WRONG_REQUEST_STATE', {
          state: t(`changeRequest.state.${state}`).toLowerCase(),
        });
      case 'INVALID_EDIT': {
        const types = [...new Set(entities.map(({ type }) => type as EditType))]; // As its edits have them.
        return problemText(t, types, {
          code: String(meta.code ?? firstCode(meta)),
          meta_data: meta,
        });
      }
      default:
        return failureText(error);
    }
  };
}

function firstCode({ edits }: ApiError['meta']): unknown {
  return Array.isArray(edits) ? Object(edits[0]).code : undefined;
}
