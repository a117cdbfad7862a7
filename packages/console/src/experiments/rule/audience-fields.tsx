import { RULE_MAX_CONDITIONS } from '@comporta/contract/experiments/rule';
import type { Problem } from '@comporta/contract/problem';
import { RULE_PART_TYPES, TARGET_GROUP_POLICIES } from '@comporta/engine/vocabulary';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { SaveCode } from '../editor/experiment-problems.ts';
import type { References } from '../references.ts';
import styles from './audience-fields.module.css';
import { editedParts, pathOfPart, withPart, withPolicy } from './combined-parts.ts';
import type { EditedRule } from './edited-rule.ts';
import { PartFields } from './part-fields.tsx';
import type { RuleActions } from './rule-actions.ts';
import { RuleTypeField, TypeSelect } from './rule-type-field.tsx';

interface AudienceFieldsProps {
  readonly rule: EditedRule;
  readonly number: number;
  readonly problems: readonly Problem<SaveCode>[];
  readonly textOf: (problem: Problem<SaveCode>) => string;
  /** The experiment's own toggle; its rules cannot depend on it. */
  readonly toggleId: string;
  readonly references: References;
  readonly actions: RuleActions;
}

/** The fields for the audience of a rule: of its only condition, or of each of several. */
export function AudienceFields(props: AudienceFieldsProps) {
  const { rule, number, actions } = props;
  if (rule.type !== 'COMBINED') {
    return (
      <div className={styles.audience}>
        <RuleTypeField rule={rule} number={number} isLast={false} actions={actions} />
        {rule.type !== 'ALL_USERS' && <FieldsOfPart {...props} index={0} />}
      </div>
    );
  }
  return (
    <ol className={styles.parts}>
      {rule.combinedRule.conditions.map(({ key }, index) => (
        <CombinedPart key={key} {...props} index={index} />
      ))}
    </ol>
  );
}

/** One condition of several, with the word before it, its type, and a button that removes it. */
function CombinedPart(props: AudienceFieldsProps & { readonly index: number }) {
  const { rule, number: n, index, actions } = props;
  const t = useTranslations();
  const part = editedParts(rule)[index];
  if (part === undefined || rule.type !== 'COMBINED') return null;
  const c = index + 1;
  const removal = t('condition.remove', { n: c });
  const word = rule.combinedRule.policy === 'AND' ? t('condition.and') : t('condition.or');
  return (
    <li className={styles.part}>
      <span className={styles.word}>{index > 0 && word}</span>
      <TypeSelect
        types={RULE_PART_TYPES}
        label={t('condition.type', { n, c })}
        type={part.type}
        onChange={(type) => actions.changePartType(rule.key, index, type)}
      />
      <FieldsOfPart {...props} />
      <IconButton
        size="large"
        aria-label={`${t('experiment.rule.label', { n })}: ${removal}`}
        title={removal}
        onClick={() => actions.removePart(rule.key, index)}
      >
        <IconX size={16} />
      </IconButton>
    </li>
  );
}

function FieldsOfPart(props: AudienceFieldsProps & { readonly index: number }) {
  const { rule, number, index, problems, textOf, toggleId, references, actions } = props;
  const t = useTranslations();
  const part = editedParts(rule)[index];
  if (part === undefined) return null;
  const path = pathOfPart(rule, index);
  const named = t('experiment.rule.label', { n: number });
  return (
    <div className={styles.fields}>
      <PartFields
        part={part}
        label={
          rule.type === 'COMBINED' ? `${named}, ${t('condition.label', { n: index + 1 })}` : named
        }
        problems={problems
          .filter(({ at }) => path.every((step, place) => at[place] === step))
          .map((problem) => ({ ...problem, at: problem.at.slice(path.length) }))}
        textOf={textOf}
        ownToggleId={toggleId}
        references={references}
        onChange={(change) =>
          actions.change(rule.key, (current) => withPart(current, index, change))
        }
        onRemoveGroup={(groupId) => actions.removeGroup(rule.key, index, groupId)}
        refAt={(...field) => actions.refAt(rule.key, ...path, ...field)}
      />
    </div>
  );
}

interface RuleFieldProps {
  readonly rule: EditedRule;
  readonly number: number;
  readonly actions: RuleActions;
}

/** Whether all conditions of a combined rule must hold, or one is enough. */
export function PolicyField({ rule, number: n, actions }: RuleFieldProps) {
  const t = useTranslations('experiment.combined');
  if (rule.type !== 'COMBINED') return null;
  return (
    <NativeSelect
      ref={actions.refAt(rule.key, 'combinedRule', 'policy')}
      className={styles.policy}
      aria-label={t('policy', { n })}
      value={rule.combinedRule.policy}
      onChange={(event) => {
        const chosen = TARGET_GROUP_POLICIES.find((one) => one === event.currentTarget.value);
        if (chosen) actions.change(rule.key, (current) => withPolicy(current, chosen));
      }}
      data={(['AND', 'OR'] as const).map((value) => ({ value, label: t(value) }))}
    />
  );
}

/** The button that adds a condition. A rule for everyone has none to add to. Source: RUL-40. */
export function AddCondition({ rule, actions }: Omit<RuleFieldProps, 'number'>) {
  const t = useTranslations();
  if (rule.type === 'ALL_USERS') return null;
  if (editedParts(rule).length >= RULE_MAX_CONDITIONS) {
    const limit = RULE_MAX_CONDITIONS;
    return <p className={styles.full}>{t('experiment.error.tooManyConditions', { limit })}</p>;
  }
  return (
    <Button
      ref={actions.refAt(rule.key, 'addCondition')}
      variant="default"
      size="compact-sm"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => actions.addPart(rule.key)}
    >
      {t('condition.add')}
    </Button>
  );
}
