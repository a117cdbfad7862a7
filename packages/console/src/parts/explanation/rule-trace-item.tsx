import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { namedCondition } from '@comporta/contract/conditions/named-condition';
import type { PartTrace } from '@comporta/engine/explanation';
import { conditionInWords, numberedRule } from '@comporta/messages/rule-in-words';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { WordsView } from '../outcome/words-view.tsx';
import styles from './explanation-view.module.css';
import {
  bucketInWords,
  type ConditionTrace,
  type ReachedRule,
  type RuleTrace,
  seenInWords,
  tracedPart,
  tracedType,
} from './trace-words.ts';

interface RuleTraceItemProps {
  readonly rule: RuleTrace;
  readonly isLast: boolean;
  readonly properties: ConditionProperties;
}

/** One rule: it matched, did not match and why, or was not reached. */
export function RuleTraceItem({ rule, isLast, properties }: RuleTraceItemProps) {
  const t = useTranslations();
  if (rule.result === 'NOT_REACHED') {
    return (
      <li className={styles.rule} data-result={rule.result}>
        <RuleHead rule={rule} result={t('playground.notReached')} />
      </li>
    );
  }
  const isMatch = rule.result === 'MATCHED';
  return (
    <li className={styles.rule} data-result={rule.result}>
      <RuleHead
        rule={rule}
        result={isMatch ? t('playground.matchedShort') : t('playground.notMatched')}
      >
        {/* For a property rule, the reason below says the same. */}
        {rule.type !== 'PROPERTY' && (
          <WordsView words={tracedType(t, rule, { properties, isLast })} />
        )}
      </RuleHead>
      {(rule.type !== 'ALL_USERS' || rule.versionFilter !== undefined) && (
        <ul className={styles.reasons}>
          <Reasons rule={rule} properties={properties} />
          {rule.versionFilter !== undefined && (
            <ConditionReason condition={rule.versionFilter} properties={properties} />
          )}
        </ul>
      )}
      {rule.split?.bucket !== undefined && (
        <p className={styles.bucket}>{bucketInWords(t, rule.split, rule.split.bucket)}</p>
      )}
    </li>
  );
}

interface RuleHeadProps {
  readonly rule: RuleTrace;
  readonly result: string;
  readonly children?: ReactNode;
}

function RuleHead({ rule: { order, name }, result, children }: RuleHeadProps) {
  return (
    <p className={styles.head}>
      <span className={styles.number}>#{numberedRule(order, name)}</span>
      <span className={styles.result}>{result}</span>
      <span>{children}</span>
    </p>
  );
}

interface ReasonsProps {
  readonly rule: ReachedRule;
  readonly properties: ConditionProperties;
}

function Reasons({ rule, properties }: ReasonsProps) {
  const t = useTranslations();
  switch (rule.type) {
    case 'ALL_USERS':
      return null;
    case 'COMBINED':
      return rule.conditions.map((part, index) =>
        part.type === 'TARGET_GROUP' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes its order.
          <Reason key={index} holds={part.holds}>
            <WordsView words={tracedPart(t, part, properties)} />
            <ul className={styles.reasons}>
              <PartReasons part={part} properties={properties} />
            </ul>
          </Reason>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <PartReasons key={index} part={part} properties={properties} />
        ),
      );
    default:
      return <PartReasons part={rule} properties={properties} />;
  }
}

interface PartReasonsProps {
  readonly part: PartTrace;
  readonly properties: ConditionProperties;
}

function PartReasons({ part, properties }: PartReasonsProps) {
  const t = useTranslations('playground');
  switch (part.type) {
    case 'PROPERTY':
      return <ConditionReason condition={part.condition} properties={properties} />;
    case 'TARGET_GROUP':
      return part.groups.map(({ id, name, holds, conditions }) => (
        <Reason key={id} holds={holds}>
          {holds ? t('inGroup', { group: name }) : t('notInGroup', { group: name })}
          <ul className={styles.reasons}>
            {conditions.map((condition, index) => (
              <ConditionReason
                // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes its order.
                key={index}
                condition={condition}
                properties={properties}
              />
            ))}
          </ul>
        </Reason>
      ));
    case 'TOGGLE_DEPENDENCY': {
      const { result, answer } = part.dependency;
      return (
        <Reason holds={result === 'HOLDS'}>
          {result === 'CYCLE' && t('cycle')}
          {result === 'UNKNOWN_TOGGLE' && t('unknownToggle')}
          {answer !== undefined && t('dependency', { toggle: answer.toggle, value: answer.value })}
        </Reason>
      );
    }
  }
}

interface ConditionReasonProps {
  readonly condition: ConditionTrace;
  readonly properties: ConditionProperties;
}

function ConditionReason({ condition, properties }: ConditionReasonProps) {
  const t = useTranslations();
  return (
    <Reason holds={condition.result === 'HOLDS'}>
      <WordsView words={conditionInWords(t, namedCondition(condition, properties))} />
      <span className={styles.seen}> · {seenInWords(t, condition)}</span>
    </Reason>
  );
}

function Reason({ holds, children }: { readonly holds: boolean; readonly children: ReactNode }) {
  const t = useTranslations('playground');
  const Icon = holds ? IconCheck : IconX;
  return (
    <li className={styles.reason} data-holds={holds}>
      <Icon size={15} aria-hidden />
      <span className="visually-hidden">{holds ? t('holds') : t('holdsNot')}: </span>
      <div>{children}</div>
    </li>
  );
}
