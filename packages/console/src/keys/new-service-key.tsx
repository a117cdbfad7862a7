import { createServiceKey } from '@comporta/contract/keys/token-api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { makeServiceKey } from '../data/token-queries.ts';
import { TokenForm } from '../parts/tokens/token-form.tsx';

interface NewServiceKeyProps {
  readonly draftKey: string;
  readonly onMade: (key: string) => void;
}

/** A service key: what it may do, where and until when. */
export function NewServiceKey({ draftKey, onMade }: NewServiceKeyProps) {
  const t = useTranslations('token');
  const client = useQueryClient();
  return (
    <>
      <p>{t('serviceText')}</p>
      <TokenForm
        draftKey={draftKey}
        endpoint={createServiceKey}
        verb={t('makeService')}
        make={(draft) => makeServiceKey(client, draft)}
        onMade={({ key }) => onMade(key)}
      />
    </>
  );
}
