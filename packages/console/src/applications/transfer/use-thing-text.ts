import type { ImportChange } from '@comporta/contract/transfer/transfer-api';
import { useTranslations } from 'use-intl/react';

/** Names what an import changes, and what it does with it: "Change experiment cart in Production". */
export function useThingText(): (
  thing: Pick<ImportChange, 'type' | 'name' | 'environment'>,
  action?: ImportChange['action'],
) => string {
  const t = useTranslations('transfer');
  return ({ type, name, environment }, action) => {
    const words = { type: t(`type.${type}`), name };
    const what = action === undefined ? t('thing', words) : t(`line.${action}`, words);
    return environment === undefined ? what : t('inEnvironment', { what, environment });
  };
}
