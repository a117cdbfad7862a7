import {
  IconArrowDown,
  IconArrowUp,
  IconChevronUp,
  IconCopy,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import type { RuleActions } from './rule-actions.ts';
import styles from './rule-tools.module.css';

// Made once: a rule added at the top renumbers all others, and their icons need not be drawn again.
const ICONS = {
  up: <IconArrowUp size={16} />,
  down: <IconArrowDown size={16} />,
  duplicate: <IconCopy size={16} />,
  delete: <IconTrash size={16} />,
  close: <IconChevronUp size={16} />,
} as const;

interface RuleToolsProps {
  readonly ruleKey: string;
  readonly number: number;
  readonly total: number;
  readonly isClosable: boolean;
  readonly actions: RuleActions;
}

/** What can be done with a whole rule. The catch-all stays where it is. */
export function RuleTools({ ruleKey, number: n, total, isClosable, actions }: RuleToolsProps) {
  const t = useTranslations('experiment.rule');
  const isLast = n === total;
  return (
    <div className={styles.tools}>
      {!isLast && (
        <>
          <Tool
            icon={ICONS.up}
            label={t('moveUp', { n })}
            isOff={n === 1}
            onPress={() => actions.move(ruleKey, -1)}
          />
          <Tool
            icon={ICONS.down}
            label={t('moveDown', { n })}
            isOff={n === total - 1}
            onPress={() => actions.move(ruleKey, 1)}
          />
          <Tool
            icon={ICONS.duplicate}
            label={t('duplicate', { n })}
            onPress={() => actions.duplicate(ruleKey)}
          />
          <Tool
            icon={ICONS.delete}
            label={t('delete', { n })}
            onPress={() => actions.remove(ruleKey)}
          />
        </>
      )}
      {isClosable && (
        <Tool
          icon={ICONS.close}
          label={t('close', { n })}
          onPress={() => actions.open(undefined)}
        />
      )}
    </div>
  );
}

interface ToolProps {
  readonly icon: ReactNode;
  readonly label: string;
  /** It keeps the focus when it can do no more: a disabled button would lose it. */
  readonly isOff?: boolean;
  readonly onPress: () => void;
}

function Tool({ icon, label, isOff = false, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      aria-disabled={isOff || undefined}
      title={label}
      onClick={() => isOff || onPress()}
    >
      {icon}
    </button>
  );
}
