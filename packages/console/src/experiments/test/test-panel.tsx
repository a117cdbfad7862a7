import type { ToggleExplanation } from '@comporta/contract/evaluation/explanation';
import { UID } from '@comporta/engine/vocabulary';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useFailureText } from '../../api/failure-text.ts';
import { type EnvironmentRef, explainDraft } from '../../data/experiment-queries.ts';
import { ExplanationView } from '../../parts/explanation/explanation-view.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { Checkbox } from '../../ui/controls/checkbox.ts';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { HINT_BELOW, TextInput } from '../../ui/controls/text-input.ts';
import { type ExperimentForm, sentOf } from '../editor/experiment-form.ts';
import type { References } from '../references.ts';
import { givenProperties, propertiesLookedAt } from './test-context.ts';
import styles from './test-panel.module.css';

interface TestPanelProps {
  readonly place: EnvironmentRef;
  readonly form: ExperimentForm;
  readonly references: References;
  /** Checks the rules and shows their problems, if there are any. */
  readonly check: () => Promise<boolean>;
}

interface Answer {
  readonly explanation: ToggleExplanation;
  /** The rules that the explanation is about. */
  readonly form: ExperimentForm;
}

/** Shows what the edited rules would return to a user. */
export function TestPanel({ place, form, references, check }: TestPanelProps) {
  const t = useTranslations();
  const failureText = useFailureText();
  const [uid, setUid] = useState('');
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  async function evaluate(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !(await check())) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const context = { uid, properties: givenProperties(values, references.properties) };
      const explanation = await explainDraft(place, sentOf(form), context);
      setAnswer(explanation && { explanation, form });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <p className={styles.hint}>{t('experiment.testPanel.hint')}</p>
      <form className={styles.form} noValidate onSubmit={(event) => void evaluate(event)}>
        <TextInput
          label={t('playground.userId')}
          value={uid}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setUid(event.currentTarget.value)}
        />
        <PropertyFields
          form={form}
          references={references}
          values={values}
          onChange={(key, value) => setValues((current) => new Map(current).set(key, value))}
        />
        <Button type="submit" loading={isBusy}>
          {t('playground.evaluate')}
        </Button>
      </form>
      <div role="status" className={styles.result}>
        {failure !== undefined && <Alert>{failureText(failure)}</Alert>}
        {answer !== undefined && answer.form !== form && (
          <p className={styles.stale}>{t('experiment.testPanel.stale')}</p>
        )}
        {answer !== undefined && (
          <ExplanationView
            explanation={answer.explanation}
            properties={references.properties}
            environment={references.environment}
          />
        )}
      </div>
    </>
  );
}

interface PropertyFieldsProps {
  readonly form: ExperimentForm;
  readonly references: References;
  /** By the key of the property. */
  readonly values: ReadonlyMap<string, string>;
  readonly onChange: (key: string, value: string) => void;
}

/** One field for each property that the rules use; the others on demand. */
function PropertyFields({ form, references, values, onChange }: PropertyFieldsProps) {
  const t = useTranslations();
  const [showsAll, setShowsAll] = useState(false);
  const wanted = propertiesLookedAt(form.rules, references.targetGroups);
  const all = [...references.properties.values()].filter(({ id }) => id !== UID);
  const shown = all.filter(({ id, key }) => showsAll || wanted.has(id) || values.get(key));

  return (
    <>
      {shown.map(({ id, key, type }) =>
        type === 'BOOLEAN' ? (
          <NativeSelect
            key={id}
            label={key}
            value={values.get(key) ?? ''}
            onChange={(event) => onChange(key, event.currentTarget.value)}
            data={[{ value: '', label: t('experiment.testPanel.noValue') }, 'true', 'false']}
          />
        ) : (
          <TextInput
            key={id}
            label={key}
            description={type === 'LIST' && t('playground.listHint')}
            inputWrapperOrder={[...HINT_BELOW]}
            placeholder={t('experiment.testPanel.noValue')}
            value={values.get(key) ?? ''}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(key, event.currentTarget.value)}
          />
        ),
      )}
      {all.length > wanted.size && (
        <Checkbox
          size="sm"
          label={t('experiment.testPanel.otherProperties')}
          checked={showsAll}
          onChange={(event) => setShowsAll(event.currentTarget.checked)}
        />
      )}
    </>
  );
}
