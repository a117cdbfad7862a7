import type { Toggle } from '@comporta/contract/toggles/toggle';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import type { References } from '../references.ts';
import { CopyRules } from './copy-rules.tsx';
import type { EditorRuleActions } from './create-rule-actions.ts';
import styles from './experiment-editor.module.css';
import { InWords } from './in-words.tsx';
import { OPEN_ALL_UP_TO, RuleChain } from './rule-chain.tsx';
import type { ExperimentEditor } from './use-experiment-editor.ts';

interface EditorRulesProps {
  readonly editor: ExperimentEditor;
  readonly toggle: Toggle;
  readonly references: References;
  readonly openKey: string | undefined;
  readonly actions: EditorRuleActions;
}

/** The chain of rules, what can be done with all of them, and what they say. */
export function EditorRules(props: EditorRulesProps) {
  const { editor, references, actions } = props;
  const t = useTranslations('experiment');
  const { form } = editor;
  return (
    <>
      <div className={styles.tools}>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={actions.add}>
          {t('addRule')}
        </Button>
        <span className={styles.hint}>{t('rulesHint')}</span>
        <CopyRules form={form} />
      </div>
      <RuleChain {...props} />
      {form.rules.length <= OPEN_ALL_UP_TO && (
        <section className={styles.words} aria-label={t('inWords')}>
          <h2>{t('inWords')}</h2>
          <InWords rules={form.rules} references={references} />
        </section>
      )}
    </>
  );
}
