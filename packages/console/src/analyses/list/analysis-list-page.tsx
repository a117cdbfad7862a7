import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../../base/help/help-link.tsx';
import { Page } from '../../base/page.tsx';
import { TextsOfResults } from '../../base/texts/texts-of-results.tsx';
import { analysisFilterIn, analysisListQuery } from '../../data/analysis-list-queries.ts';
import { LoadMore } from '../../parts/paged-list/load-more.tsx';
import { EmptyState } from '../../ui/list/empty-state.tsx';
import { Loaded } from '../../ui/list/loaded.tsx';
import { AnalysisFilters } from './analysis-filters.tsx';
import styles from './analysis-list.module.css';
import { AnalysisRow } from './analysis-row.tsx';

/** What experiments of the application teach and taught, also those that are deleted. Source: RES-119. */
export function AnalysisListPage() {
  return (
    <TextsOfResults>
      <AnalysisList />
    </TextsOfResults>
  );
}

function AnalysisList() {
  const t = useTranslations('analyses');
  const { appId = '' } = useParams();
  const [params] = useSearchParams();
  const filter = analysisFilterIn(params);
  const analyses = useInfiniteQuery(analysisListQuery(appId, filter));
  const shown = analyses.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page title={t('title')} width="list" help="results">
      <AnalysisFilters appId={appId} shown={shown} />
      <Loaded key={appId} query={analyses} rows={6}>
        {({ pages }) =>
          shown.length === 0 ? (
            <EmptyState
              text={isFiltered ? t('nothing') : t('empty')}
              help={<HelpLink page="results" />}
            />
          ) : (
            <>
              <p role="status" className={styles.count}>
                {t('count', { total: pages[0]?.totalItems ?? 0 })}
              </p>
              <ul className={styles.list} aria-label={t('title')}>
                {shown.map((analysis) => (
                  <AnalysisRow key={analysis.id} appId={appId} analysis={analysis} />
                ))}
              </ul>
              <LoadMore
                count={shown.length}
                label={t('more')}
                announce={(count) => t('loadedMore', { count })}
                query={analyses}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
