import type { Analysis } from '@comporta/contract/analyses/analysis';
import { shipValue } from '@comporta/contract/analyses/analysis-api';
import { type VerdictAnswer, winnerOf } from '@comporta/contract/analyses/verdict';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import { sharesIn } from '@comporta/engine/split';
import { shownValue } from '@comporta/messages/shown-value';
import { openLossIn } from '@comporta/messages/verdict-parts';
import { quoted } from '@comporta/messages/words';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl/react';
import { refusalOf } from '../../api/api-error.ts';
import { pathTo } from '../../base/paths.ts';
import { forgetMeasured, ship } from '../../data/analysis-queries.ts';
import { experimentSummariesQuery, fetchExperiment } from '../../data/experiment-queries.ts';
import { WordsView } from '../../parts/outcome/words-view.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { Textarea } from '../../ui/controls/textarea.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { toast } from '../../ui/toast-store.ts';
import { useFigures } from '../words/use-figures.ts';
import { useRuleWords } from '../words/use-rule-words.ts';
import styles from './actions.module.css';
import { useShipUndo } from './use-ship-undo.ts';

interface ShipDialogProps {
  readonly analysis: Analysis;
  readonly experiment: Experiment;
  readonly value: string;
  readonly verdict: VerdictAnswer;
  readonly onClose: () => void;
}

/** Gives one value to everyone whom the measured rule matches, and offers to undo that. */
export function ShipDialog(props: ShipDialogProps) {
  const { analysis, experiment, value, verdict, onClose } = props;
  const t = useTranslations();
  const figures = useFigures();
  const format = useFormatter();
  const client = useQueryClient();
  const takeBack = useShipUndo();
  const words = useRuleWords(analysis.appId, experiment.rules);
  const [reason, setReason] = useState('');
  const { isBusy, problem, run } = useTask({ textOf, onFiled: onClose });
  const shown = shownValue(value);
  const place = experiment.rules.findIndex(({ id }) => id === analysis.ruleId);
  const rule = experiment.rules[place];
  const split = (rule && sharesIn(rule.valueSpec)) ?? {};
  const isWinner = winnerOf(verdict) === value;

  function textOf(error: unknown): string | undefined {
    const code = refusalOf(shipValue, error);
    return code && t(`analysis.error.${code}`, { limit: 500, state: '' });
  }

  const confirm = () =>
    run(async () => {
      // The one on the screen may be older than what is replaced.
      const former = await fetchExperiment(experiment);
      await ship(analysis, { value, reason: isWinner ? '' : reason });
      const { ruleId } = analysis;
      const undo = () => void takeBack({ former, ruleId, value });
      toast({ text: t('analysis.shipped', { value: shown }), undo });
      await forgetMeasured(client, analysis.appId);
      onClose();
    });

  return (
    <Dialog
      title={t('analysis.shipTitle', { value: shown })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" data-autofocus={isWinner || undefined} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={isBusy} onClick={() => void confirm()}>
            {t('analysis.ship', { value: shown })}
          </Button>
        </>
      }
    >
      {problem !== undefined && <Alert>{problem}</Alert>}
      <p>{t('analysis.shipText', { n: place + 1, value: shown })}</p>
      {isWinner && verdict.code === 'WINNER_NOT_HARMED' && (
        <ul className={styles.list}>
          {verdict.params.notHarmed.map((loss) => (
            <li key={loss.metric}>
              {t(
                'results.verdict.stillWorse',
                openLossIn({ say: t, format }, analysis.metrics, loss),
              )}
            </li>
          ))}
        </ul>
      )}
      {rule !== undefined && (
        <dl className={styles.change}>
          <dt>{t('analysis.shipBefore')}</dt>
          <dd>
            <WordsView words={[...words.audience(rule), ': ', ...words.value(rule)]} />
          </dd>
          <dt>{t('analysis.shipAfter')}</dt>
          <dd>
            <WordsView words={[...words.audience(rule), ': ', ...quoted('value', shown)]} />
          </dd>
        </dl>
      )}
      <p>
        {t('analysis.shipAffected', { percent: figures.percent(1 - (split[value] ?? 0) / 100, 0) })}
      </p>
      <Dependents experiment={experiment} />
      {!isWinner && (
        <Textarea
          data-autofocus
          label={t('analysis.shipReason', { value: shown })}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </Dialog>
  );
}

function Dependents({ experiment }: { readonly experiment: Experiment }) {
  const t = useTranslations('analysis');
  const { appId, envId, id, toggleName: toggle } = experiment;
  const { data: summaries } = useQuery(experimentSummariesQuery(appId));
  const dependents = summaries?.find((one) => one.id === id)?.dependents ?? [];
  if (dependents.length === 0) return null;
  return (
    <>
      <p>{t('shipDependents', { toggle })}</p>
      <ul className={styles.list}>
        {dependents.map((one) => (
          <li key={one.id}>
            <Link to={pathTo('experiment', { appId, envId, id: one.id })}>{one.toggleName}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
