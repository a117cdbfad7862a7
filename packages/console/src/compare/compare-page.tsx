import type { Environment } from '@comporta/contract/applications/application';
import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { Page } from '../base/page.tsx';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { comparedEnvironments } from './compared-environments.ts';
import { ComparisonList } from './comparison-list.tsx';
import { EnvironmentPair } from './environment-pair.tsx';

/** What the toggles do in one environment and in another. The address holds all choices. */
export function ComparePage() {
  const t = useTranslations('compare');
  const { appId = '' } = useParams();
  const { application } = useCurrentEnvironment();
  const [params, setParams] = useSearchParams();
  const environments: readonly Environment[] = application?.environments ?? [];
  const chosen = comparedEnvironments(environments, params);

  function choose(from: string, to: string) {
    // Starts from the current address, because the last render may lack another change.
    const next = new URLSearchParams(window.location.search);
    next.set('from', from);
    next.set('to', to);
    setParams(next, { replace: true, preventScrollReset: true });
  }

  return (
    <Page title={t('title')} help="environments">
      {chosen !== undefined && (
        <>
          <EnvironmentPair environments={environments} chosen={chosen} onChange={choose} />
          <ComparisonList
            key={`${appId} ${chosen.from.id} ${chosen.to.id}`}
            appId={appId}
            chosen={chosen}
          />
        </>
      )}
      {application !== undefined && chosen === undefined && (
        <EmptyState text={t('tooFew')} help={<HelpLink page="environments" />} />
      )}
    </Page>
  );
}
