import type { Experiment } from '@comporta/contract/experiments/experiment';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../base/help/help-link.tsx';
import { pathTo } from '../base/paths.ts';
import { Button } from '../ui/controls/button.ts';
import { useIsReadOnly } from '../ui/forms/read-only.ts';
import { EmptyState } from '../ui/list/empty-state.tsx';

/** Shown in place of the results, or of the plan, of an experiment that has nothing to compare. */
export function NoSplit({ experiment }: { readonly experiment: Experiment }) {
  const t = useTranslations('results');
  const { appId, envId, id } = experiment;
  const isReadOnly = useIsReadOnly();
  return (
    <EmptyState text={t('noSplit')} help={<HelpLink page="results" />}>
      {!isReadOnly && (
        <Button component={Link} to={pathTo('experiment', { appId, envId, id })}>
          {t('addSplit')}
        </Button>
      )}
    </EmptyState>
  );
}
