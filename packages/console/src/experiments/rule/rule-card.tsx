import type { Problem } from '@comporta/contract/problem';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { IconArrowRight, IconChevronUp, IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type PointerEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { IconButton } from '../../ui/icon-button.tsx';
import type { SaveCode } from '../editor/experiment-problems.ts';
import { problemInWords } from '../editor/problem-words.ts';
import type { References } from '../references.ts';
import { AudienceFields, PolicyField } from './audience-fields.tsx';
import type { EditedRule } from './edited-rule.ts';
import type { RuleActions } from './rule-actions.ts';
import styles from './rule-card.module.css';
import { RuleMenu } from './rule-menu.tsx';
import { RuleName } from './rule-name.tsx';
import { RuleSentence } from './rule-sentence.tsx';
import { RuleTypeField } from './rule-type-field.tsx';
import { SaveAsGroupDialog } from './save-as-group-dialog.tsx';
import { ValueSpecFields } from './value-spec-fields.tsx';
import { VersionFilter } from './version-filter.tsx';

// Created once, like the icons of the menu, so that they are not rendered again.
const GRIP = <IconGripVertical size={16} />;
const CLOSE = <IconChevronUp size={16} />;
const ARROW = <IconArrowRight size={16} aria-hidden />;

export interface RuleCardProps {
  readonly rule: EditedRule;
  /** Counted from 1. */
  readonly number: number;
  readonly total: number;
  readonly isOpen: boolean;
  /** The number of a rule above that matches everyone, if any. */
  readonly shadowedBy: number | undefined;
  readonly problems: readonly Problem<SaveCode>[];
  readonly toggle: Toggle;
  readonly references: References;
  readonly actions: RuleActions;
  readonly isDragged: boolean;
  /** Whether the dragged rule would be dropped right above. */
  readonly isDropTarget: boolean;
  readonly onGrab: (event: PointerEvent, key: string) => void;
}

/** One rule of the chain: a sentence, or when open, the controls for its parts in the same order. */
export const RuleCard = memo(function RuleCard(props: RuleCardProps) {
  const { rule, number, total, isOpen, shadowedBy, problems, references, actions } = props;
  const t = useTranslations();
  const [isNamed, setNamed] = useState(false);
  const [isGrouped, setGrouped] = useState(false);
  const isLast = number === total;
  const keyword = isLast ? 'else' : number === 1 ? 'if' : 'elseIf';
  const nameProblem = problems.find(({ at }) => at[0] === 'name');

  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    // In a select, these keys open its list.
    const isTaken = event.target instanceof HTMLSelectElement;
    if (by === undefined || !event.altKey || isTaken) return;
    event.preventDefault();
    actions.move(rule.key, by);
  }

  return (
    <li
      id={rule.key}
      className={styles.card}
      data-open={isOpen || undefined}
      data-invalid={problems.length > 0 || undefined}
      data-dragged={props.isDragged || undefined}
      data-drop={props.isDropTarget || undefined}
      data-shadowed={shadowedBy !== undefined || undefined}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset cannot be in one line with the menu. */}
      <div
        ref={actions.refAt(rule.key)}
        role="group"
        aria-label={t('experiment.rule.label', { n: number })}
        tabIndex={-1}
        className={styles.group}
        onKeyDown={onKeyDown}
      >
        <div className={styles.head}>
          <span
            className={styles.grip}
            aria-hidden
            data-fixed={isLast || undefined}
            onPointerDown={(event) => props.onGrab(event, rule.key)}
          >
            {!isLast && GRIP}
          </span>
          <span className={styles.keyword}>
            {total > 1 && <b>{t(`experiment.rule.${keyword}`)}</b>} <span>#{number}</span>
          </span>
          <div className={styles.title}>
            <RuleName
              rule={rule}
              number={number}
              isEdited={isNamed}
              error={nameProblem && problemInWords(t, nameProblem, references)}
              actions={actions}
              onDone={() => setNamed(false)}
            />
            {isOpen && <PolicyField rule={rule} number={number} actions={actions} />}
            {!isOpen && (
              <button
                ref={actions.refAt(rule.key, 'opener')}
                type="button"
                className={styles.opener}
                aria-expanded={false}
                onClick={() => actions.open(rule.key)}
              >
                <span className="visually-hidden">
                  {t('experiment.rule.open', { n: number })}:{' '}
                </span>
                <RuleSentence rule={rule} isElse={isLast && number > 1} references={references} />
              </button>
            )}
          </div>
          {isOpen && total > 1 && (
            <IconButton
              size="large"
              aria-label={t('experiment.rule.close', { n: number })}
              title={t('experiment.rule.close', { n: number })}
              onClick={() => actions.close(rule.key)}
            >
              {CLOSE}
            </IconButton>
          )}
          <RuleMenu
            rule={rule}
            number={number}
            total={total}
            actions={actions}
            onRename={() => setNamed(true)}
            onSaveAsGroup={() => setGrouped(true)}
          />
        </div>
        {shadowedBy !== undefined && (
          <p className={styles.warning}>{t('experiment.rule.neverReached', { n: shadowedBy })}</p>
        )}
        {isOpen && <RuleBody {...props} isLast={isLast} />}
        {isGrouped && (
          <SaveAsGroupDialog
            rule={rule}
            appId={props.toggle.appId}
            properties={references.properties}
            onSaved={(group) => {
              setGrouped(false);
              actions.replaceByGroup(rule.key, group);
            }}
            onClose={() => setGrouped(false)}
          />
        )}
      </div>
    </li>
  );
});

function RuleBody(props: RuleCardProps & { readonly isLast: boolean }) {
  const { rule, number, problems, toggle, references, actions, isLast } = props;
  const t = useTranslations();
  const textOf = (problem: Problem<SaveCode>) => problemInWords(t, problem, references);
  const ofValue = problems.filter(({ at }) => at[0] === 'valueSpec');
  const homeless = problems.filter(({ at }) => at.length === 0 || at[0] === 'type');
  return (
    <div className={styles.body}>
      {homeless.map((problem) => (
        <p key={problem.code} className={styles.problem}>
          {textOf(problem)}
        </p>
      ))}
      {isLast ? (
        <div>
          <RuleTypeField rule={rule} number={number} isLast actions={actions} />
        </div>
      ) : (
        <AudienceFields
          rule={rule}
          number={number}
          problems={problems}
          textOf={textOf}
          toggleId={toggle.id}
          references={references}
          actions={actions}
        />
      )}
      {!isLast && (
        <VersionFilter
          rule={rule}
          number={number}
          problems={problems}
          textOf={textOf}
          properties={references.versionProperties}
          actions={actions}
        />
      )}
      <div className={styles.value}>
        <span className={styles.arrow}>
          {ARROW}
          <span className="visually-hidden">{t('experiment.rule.returns')}</span>
        </span>
        <ValueSpecFields
          rule={rule}
          number={number}
          isLast={isLast}
          toggle={toggle}
          properties={references.properties}
          error={ofValue.filter(({ at }) => at[1] !== 'by').map(textOf)[0]}
          unitError={ofValue.filter(({ at }) => at[1] === 'by').map(textOf)[0]}
          actions={actions}
        />
      </div>
    </div>
  );
}
