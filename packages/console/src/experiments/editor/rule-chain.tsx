import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useListed } from '../../ui/shortcuts.ts';
import type { References } from '../references.ts';
import type { RuleActions } from '../rule/rule-actions.ts';
import { RuleCard } from '../rule/rule-card.tsx';
import { indexOf, lastReached } from './experiment-form.ts';
import styles from './rule-chain.module.css';
import { useDragOrder } from './use-drag-order.ts';
import type { ExperimentEditor } from './use-experiment-editor.ts';

const NONE: never[] = [];

interface RuleChainProps {
  readonly editor: Pick<ExperimentEditor, 'form' | 'problems' | 'current'>;
  readonly toggle: Toggle;
  readonly references: References;
  readonly openKeys: ReadonlySet<string>;
  readonly actions: RuleActions;
}

/** The if / else-if / else chain. */
export function RuleChain({ editor, toggle, references, openKeys, actions }: RuleChainProps) {
  const t = useTranslations('experiment');
  const { form, problems } = editor;
  const { rules } = form;
  const list = useRef<HTMLOListElement>(null);
  // Only lists the shortcut in the help: each card handles the keys itself.
  useListed('Alt ArrowUp ArrowDown');
  const { drop, ...drag } = useDragOrder(list, (key, gap) => {
    const from = indexOf(editor.current(), key);
    actions.place(key, gap > from ? gap - 1 : gap);
  });
  // The same function for the lifetime of the list, so that cards render again only for their own changes.
  const [grab] = useState(() => drag.grab);
  const reached = lastReached(form);

  return (
    <ol ref={list} className={styles.chain} aria-label={t('rules')}>
      {rules.map((rule, index) => (
        <RuleCard
          key={rule.key}
          rule={rule}
          number={index + 1}
          total={rules.length}
          // A single rule is open from the start: the user came to edit it.
          isOpen={rules.length === 1 || openKeys.has(rule.key)}
          shadowedBy={index > reached ? reached + 1 : undefined}
          problems={problems.byRule.get(rule.key) ?? NONE}
          toggle={toggle}
          references={references}
          actions={actions}
          isDragged={drop?.key === rule.key}
          isDropTarget={drop?.gap === index && drop.key !== rule.key}
          onGrab={grab}
        />
      ))}
    </ol>
  );
}
