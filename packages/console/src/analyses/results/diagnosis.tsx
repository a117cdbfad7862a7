import type { FailedStep } from '@comporta/contract/analyses/diagnosis';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { HelpLink } from '../../base/help/help-link.tsx';
import { pathTo } from '../../base/paths.ts';
import type { ExperimentKey } from '../../data/experiment-queries.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { exposureSnippet, trackSnippet } from '../words/snippets.ts';
import { useDiagnosisWords } from '../words/use-diagnosis-words.ts';
import styles from './verdict-section.module.css';

interface DiagnosisProps {
  readonly experimentKey: ExperimentKey;
  readonly step: FailedStep;
  /** A value of the split, used in the example call. */
  readonly value: string;
}

/** The remedy for the first step that fails: a link to the right page, or the call that is missing. */
export function Diagnosis({ experimentKey, step, value }: DiagnosisProps) {
  const t = useTranslations('results.diagnosis');
  const words = useDiagnosisWords();
  const repair = words.repair(step);
  const { appId, envId, id } = experimentKey;
  const links: Partial<Record<FailedStep['reason'], string>> = {
    NO_KEY: pathTo('newEnvironmentKey', { appId, envId }),
    SPLIT_NOT_REACHED: pathTo('experiment', { appId, envId, id }),
  };
  const link = links[step.reason];
  const snippet = snippetOf(step, value);
  return (
    <section aria-label={t('title')} className={styles.steps}>
      {link === undefined ? repair !== '' && <p>{repair}</p> : <Link to={link}>{repair}</Link>}
      {snippet !== undefined && <CodeBlock text={snippet} label={t('title')} />}
      <p>
        <HelpLink page="results" />
      </p>
    </section>
  );
}

function snippetOf(step: FailedStep, value: string): string | undefined {
  switch (step.reason) {
    case 'NO_EVENTS':
    case 'UNITS_DO_NOT_MATCH':
      return trackSnippet(location.origin, step.eventKey);
    case 'EXPOSURES_NOT_SENT':
      return exposureSnippet(location.origin, step.toggle, value);
    default:
      return undefined;
  }
}
