import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { ToggleExplanation } from '@comporta/contract/evaluation/explanation';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { DataList } from '../ui/data-list.tsx';
import type { Column } from '../ui/list-order.ts';
import styles from './explanation-list.module.css';
import { decisionInWords, ExplanationView } from './explanation-view.tsx';

interface ExplanationListProps {
  readonly explanations: readonly ToggleExplanation[];
  readonly properties: ConditionProperties;
  /** Its name. */
  readonly environment: string;
}

/** What each toggle returns and which rule decided; the other rules on demand. */
export function ExplanationList({ explanations, ...surroundings }: ExplanationListProps) {
  const t = useTranslations('playground');
  const [only] = explanations;
  if (only !== undefined && explanations.length === 1) {
    return (
      <div role="status">
        <ExplanationView explanation={only} {...surroundings} />
      </div>
    );
  }

  const columns: readonly Column<ToggleExplanation>[] = [
    {
      id: 'toggle',
      title: t('toggle'),
      width: '26%',
      sortBy: ({ toggle }) => toggle,
      cell: ({ toggle }) => <code>{toggle}</code>,
    },
    {
      id: 'value',
      title: t('value'),
      width: '16%',
      sortBy: ({ value }) => value,
      cell: ({ value }) => <code className={styles.value}>{value}</code>,
    },
    {
      id: 'why',
      title: t('why'),
      cell: (explanation) => <Why explanation={explanation} {...surroundings} />,
    },
  ];
  return (
    <DataList
      label={t('results')}
      rows={explanations}
      rowKey={({ toggleId }) => toggleId}
      columns={columns}
      searchIn={({ toggle, value }) => `${toggle} ${value}`}
      empty={null}
    />
  );
}

interface WhyProps {
  readonly explanation: ToggleExplanation;
  readonly properties: ConditionProperties;
  readonly environment: string;
}

function Why({ explanation, ...surroundings }: WhyProps) {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  const rulesId = useId();
  return (
    <>
      {!isOpen && <p>{decisionInWords(t, explanation, surroundings)}</p>}
      <div id={rulesId}>
        {isOpen && <ExplanationView explanation={explanation} {...surroundings} />}
      </div>
      {explanation.rules.length > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          className={styles.show}
          aria-expanded={isOpen}
          aria-controls={rulesId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('playground.hideRules') : t('playground.showRules')}
          <span className="visually-hidden">: {explanation.toggle}</span>
        </Button>
      )}
    </>
  );
}
