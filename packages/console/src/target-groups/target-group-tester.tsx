import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { namedCondition } from '@comporta/contract/conditions/named-condition';
import type { TargetGroupDraft } from '@comporta/contract/target-groups/target-group';
import { conditionInWords } from '@comporta/messages/rule-in-words';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { WordsView } from '../parts/outcome/words-view.tsx';
import { NativeSelect } from '../ui/controls/native-select.ts';
import { HINT_BELOW, TextInput } from '../ui/controls/text-input.ts';
import styles from './target-group-tester.module.css';
import { type Given, tryTargetGroup } from './try-target-group.ts';

interface TargetGroupTesterProps {
  readonly draft: Pick<TargetGroupDraft, 'policy' | 'conditions'>;
  readonly properties: ConditionProperties;
}

/** Shows at once whether a user would belong to the edited group. */
export function TargetGroupTester({ draft, properties }: TargetGroupTesterProps) {
  const t = useTranslations();
  const [given, setGiven] = useState<Given>({});
  const used = [...properties.values()].filter(({ id }) =>
    draft.conditions.some(({ propertyId }) => propertyId === id),
  );
  const trace = tryTargetGroup(draft, properties, given);

  return (
    <>
      <div className={styles.inputs}>
        {used.map(({ id, key, type }) =>
          type === 'BOOLEAN' ? (
            <NativeSelect
              key={id}
              label={key}
              value={given[id] ?? ''}
              onChange={(event) => setGiven({ ...given, [id]: event.currentTarget.value })}
            >
              <option value="">{t('targetGroup.try.absent')}</option>
              <option value="true">true</option>
              <option value="false">false</option>
            </NativeSelect>
          ) : (
            <TextInput
              key={id}
              label={key}
              description={type === 'LIST' && t('playground.listHint')}
              inputWrapperOrder={[...HINT_BELOW]}
              placeholder={t('targetGroup.try.absent')}
              value={given[id] ?? ''}
              onChange={(event) => setGiven({ ...given, [id]: event.currentTarget.value })}
              autoComplete="off"
              spellCheck={false}
            />
          ),
        )}
      </div>
      <div role="status" className={styles.result}>
        {trace === undefined ? (
          <p className={styles.unfinished}>{t('targetGroup.try.unfinished')}</p>
        ) : (
          <>
            <p className={styles.answer} data-holds={trace.holds}>
              {trace.holds ? t('targetGroup.try.belongs') : t('targetGroup.try.belongsNot')}
            </p>
            <ol>
              {trace.conditions.map((condition, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the condition.
                <li key={index} data-holds={condition.result === 'HOLDS'}>
                  {condition.result === 'HOLDS' ? (
                    <IconCheck size={15} aria-hidden />
                  ) : (
                    <IconX size={15} aria-hidden />
                  )}
                  <span className={styles.words}>
                    <WordsView words={conditionInWords(t, namedCondition(condition, properties))} />
                  </span>
                  <span>{t(`targetGroup.try.result.${condition.result}`)}</span>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </>
  );
}
