import { type ImportChange, importApplication } from '@comporta/contract/transfer/transfer-api';
import { useTranslations } from 'use-intl/react';
import { ApiError, refusalOf } from '../../api/api-error.ts';
import { useFailureText } from '../../api/failure-text.ts';
import { problemText } from '../../parts/apply/problem-text.ts';
import { useThingText } from './use-thing-text.ts';

type Thing = Pick<ImportChange, 'type' | 'name' | 'environment'>;

const TYPES = [
  'environment',
  'property',
  'targetGroup',
  'toggle',
  'experiment',
  'metric',
] as const satisfies readonly ImportChange['type'][];

/** Says why a document cannot be imported: which part of it, and why, in the words of the screen of such things. */
export function useImportRefusal(): (error: unknown) => string {
  const t = useTranslations();
  const failureText = useFailureText();
  const thingText = useThingText();
  return (error) => {
    const code = refusalOf(importApplication, error);
    if (!(error instanceof ApiError)) return failureText(error);
    if (error.code === 'INVALID_BODY') {
      return t('transfer.bad.NOT_WHOLE', { place: String(error.meta.field) });
    }
    if (code === undefined) return failureText(error);
    const { at, ...meta } = error.meta;
    const thing = thingIn(at);
    const text = problemText(t, thing === undefined ? [] : [thing.type], {
      code,
      meta_data: meta,
    });
    return thing === undefined
      ? t('transfer.refusedWhole', { text })
      : t('transfer.refused', { what: thingText(thing), text });
  };
}

function thingIn(at: unknown): Thing | undefined {
  const { type: of, name, environment } = Object(at);
  const type = TYPES.find((one) => one === of);
  if (type === undefined || typeof name !== 'string') return undefined;
  return { type, name, ...(typeof environment === 'string' && { environment }) };
}
