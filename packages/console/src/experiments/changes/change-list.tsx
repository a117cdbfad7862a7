import { useTranslations } from 'use-intl/react';
import { WordsView } from '../../parts/outcome/words-view.tsx';
import { hasLines } from '../../ui/lines/line-difference.ts';
import { LineDifferenceView } from '../../ui/lines/line-difference-view.tsx';
import { MarkedList } from '../../ui/list/marked-list.tsx';
import type { ExperimentForm } from '../editor/experiment-form.ts';
import type { References } from '../references.ts';
import type { EditedRule } from '../rule/edited-rule.ts';
import { changeInWords } from './change-words.ts';
import { changesBetween } from './experiment-changes.ts';

interface ChangeListProps {
  readonly before: ExperimentForm;
  readonly after: ExperimentForm;
  readonly references: References;
}

/** The changes from one state of an experiment to another, in words. */
export function ChangeList({ before, after, references }: ChangeListProps) {
  const t = useTranslations();
  return (
    <MarkedList
      lines={changesBetween(before, after).map((change) => ({
        key: `${change.kind} ${change.rule.key}`,
        kind: change.kind,
        text: (
          <>
            <WordsView
              words={changeInWords(t, change, { references, total: after.rules.length })}
            />
            {change.kind === 'changed' && <Values before={change.before} after={change.rule} />}
          </>
        ),
      }))}
      empty={t('experiment.conflict.nothing')}
    />
  );
}

interface ValuesProps {
  readonly before: EditedRule;
  readonly after: EditedRule;
}

/** Where a rule returns another document than before: the lines that differ. */
function Values({ before, after }: ValuesProps) {
  const [was, is] = [before.valueSpec, after.valueSpec].map((spec) =>
    spec.type === 'EXACT_VALUE' ? spec.exactValue : '',
  );
  if (!was || !is || was === is || !hasLines(was) || !hasLines(is)) return null;
  return <LineDifferenceView before={was} after={is} />;
}
