import { EXPERIMENT_MAX_RULES } from '@comporta/contract/experiments/experiment';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconLink,
  IconTag,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { copyText } from '../../ui/copy-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { MenuItem } from '../../ui/menu-item.tsx';
import { toast } from '../../ui/toast-store.ts';
import type { EditedRule } from './edited-rule.ts';
import type { RuleActions } from './rule-actions.ts';
import { canBeGroup } from './save-as-group-dialog.tsx';

// Created once: a rule added at the top renumbers all others, and their icons need not render again.
const DOTS = <IconDots size={17} />;
const ICONS = {
  name: <IconTag size={16} aria-hidden />,
  duplicate: <IconCopy size={16} aria-hidden />,
  group: <IconUsersGroup size={16} aria-hidden />,
  up: <IconArrowUp size={16} aria-hidden />,
  down: <IconArrowDown size={16} aria-hidden />,
  link: <IconLink size={16} aria-hidden />,
  delete: <IconTrash size={16} aria-hidden />,
} as const;

interface RuleMenuProps {
  readonly rule: EditedRule;
  readonly number: number;
  readonly total: number;
  readonly actions: RuleActions;
  readonly onRename: () => void;
  readonly onSaveAsGroup: () => void;
}

/** The actions on a whole rule. The catch-all cannot move. */
export function RuleMenu(props: RuleMenuProps) {
  const { rule, number: n, total, actions, onRename, onSaveAsGroup } = props;
  const t = useTranslations('experiment.rule');
  const { key, id } = rule;
  const isLast = n === total;

  async function copyLink() {
    const address = new URL(location.href);
    address.hash = id ?? '';
    if (await copyText(address.href)) toast({ text: t('linkCopied', { n }) });
  }

  return (
    <Menu
      button={({ ref, ...opener }) => (
        <IconButton
          size="large"
          aria-label={t('actions', { n })}
          title={t('actions', { n })}
          {...opener}
          ref={(element) => {
            ref.current = element;
            actions.refAt(key, 'menu')(element);
          }}
        >
          {DOTS}
        </IconButton>
      )}
    >
      <MenuItem icon={ICONS.name} onClick={onRename}>
        {t('rename', { n })}
      </MenuItem>
      {!isLast && total < EXPERIMENT_MAX_RULES && (
        <MenuItem icon={ICONS.duplicate} onClick={() => actions.duplicate(key)}>
          {t('duplicate', { n })}
        </MenuItem>
      )}
      {!isLast && canBeGroup(rule) && (
        <MenuItem icon={ICONS.group} onClick={onSaveAsGroup}>
          {t('saveAsGroup')}
        </MenuItem>
      )}
      {!isLast && n > 1 && (
        <MenuItem icon={ICONS.up} onClick={() => actions.move(key, -1)}>
          {t('moveUp', { n })}
        </MenuItem>
      )}
      {n < total - 1 && (
        <MenuItem icon={ICONS.down} onClick={() => actions.move(key, 1)}>
          {t('moveDown', { n })}
        </MenuItem>
      )}
      {id !== undefined && (
        <MenuItem icon={ICONS.link} onClick={() => void copyLink()}>
          {t('copyLink', { n })}
        </MenuItem>
      )}
      {!isLast && (
        <MenuItem isDanger icon={ICONS.delete} onClick={() => actions.remove(key)}>
          {t('delete', { n })}
        </MenuItem>
      )}
    </Menu>
  );
}
