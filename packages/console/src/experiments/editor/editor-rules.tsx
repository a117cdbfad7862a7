import { EXPERIMENT_MAX_RULES } from '@comporta/contract/experiments/experiment';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';
import type { References } from '../references.ts';
import type { EditedRule } from '../rule/edited-rule.ts';
import type { EditorRuleActions } from './actions/create-rule-actions.ts';
import styles from './experiment-editor.module.css';
import { RuleChain } from './rule-chain.tsx';
import { RulesMenu } from './rules-menu.tsx';
import type { ExperimentEditor } from './use-experiment-editor.ts';

interface EditorRulesProps {
  readonly editor: ExperimentEditor;
  readonly toggle: Toggle;
  readonly references: References;
  readonly openKeys: ReadonlySet<string>;
  readonly actions: EditorRuleActions;
  readonly onPaste: (rules: readonly EditedRule[]) => void;
}

/** The chain of rules, with the tools for all of them. */
export function EditorRules(props: EditorRulesProps) {
  const { editor, toggle, references, actions, onPaste } = props;
  const t = useTranslations('experiment');
  const hintId = useId();
  const isFull = editor.form.rules.length >= EXPERIMENT_MAX_RULES;
  return (
    <>
      <div className={styles.tools}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={isFull}
          aria-describedby={isFull ? hintId : undefined}
          onClick={actions.add}
        >
          {t('addRule')}
        </Button>
        <span id={hintId} className={styles.hint}>
          {isFull ? t('rulesFull', { limit: EXPERIMENT_MAX_RULES }) : t('rulesHint')}
        </span>
        <RulesMenu form={editor.form} toggle={toggle} references={references} onPaste={onPaste} />
      </div>
      <RuleChain {...props} />
    </>
  );
}
