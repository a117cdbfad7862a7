import {
  IconArrowDown,
  IconArrowUp,
  IconChevronUp,
  IconCopy,
  type IconProps,
  IconTrash,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslations } from 'use-intl/react';
import type { RuleActions } from './rule-actions.ts';
import styles from './rule-tools.module.css';

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
            Icon={IconArrowUp}
            label={t('moveUp', { n })}
            isOff={n === 1}
            onPress={() => actions.move(ruleKey, -1)}
          />
          <Tool
            Icon={IconArrowDown}
            label={t('moveDown', { n })}
            isOff={n === total - 1}
            onPress={() => actions.move(ruleKey, 1)}
          />
          <Tool
            Icon={IconCopy}
            label={t('duplicate', { n })}
            onPress={() => actions.duplicate(ruleKey)}
          />
          <Tool
            Icon={IconTrash}
            label={t('delete', { n })}
            onPress={() => actions.remove(ruleKey)}
          />
        </>
      )}
      {isClosable && (
        <Tool
          Icon={IconChevronUp}
          label={t('close', { n })}
          onPress={() => actions.open(undefined)}
        />
      )}
    </div>
  );
}

interface ToolProps {
  readonly Icon: ComponentType<IconProps>;
  readonly label: string;
  /** It keeps the focus when it can do no more: a disabled button would lose it. */
  readonly isOff?: boolean;
  readonly onPress: () => void;
}

function Tool({ Icon, label, isOff = false, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      aria-disabled={isOff || undefined}
      title={label}
      onClick={() => isOff || onPress()}
    >
      <Icon size={16} />
    </button>
  );
}
