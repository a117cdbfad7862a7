import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { Page } from '../base/page.tsx';
import { ToggleEditor } from './toggle-editor.tsx';

export function NewTogglePage() {
  const t = useTranslations('toggle');
  const { appId = '' } = useParams();
  const [params] = useSearchParams();
  return (
    <Page title={t('titleNew')} width="form" help="concepts">
      <ToggleEditor key={appId} appId={appId} name={params.get('name') ?? ''} />
    </Page>
  );
}
