import { IconBraces, IconClipboardText, IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { copyText } from '../../ui/copy-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { MenuItem } from '../../ui/menu-item.tsx';
import { toast } from '../../ui/toast-store.ts';
import type { References } from '../references.ts';
import type { EditedRule, RuledToggle } from '../rule/edited-rule.ts';
import type { ExperimentForm } from './experiment-form.ts';
import { rulesAsJson } from './rules-json.ts';

const PasteDialog = lazy(async () => ({
  default: (await import('./paste-dialog.tsx')).PasteDialog,
}));

interface RulesMenuProps {
  readonly form: ExperimentForm;
  readonly toggle: RuledToggle;
  readonly references: References;
  readonly onPaste: (rules: readonly EditedRule[]) => void;
}

/** The actions on all rules at once. */
export function RulesMenu({ form, toggle, references, onPaste }: RulesMenuProps) {
  const t = useTranslations('experiment');
  const [isPasting, setPasting] = useState(false);

  async function copy() {
    if (await copyText(rulesAsJson(form, references))) toast({ text: t('rulesCopied') });
  }

  return (
    <>
      <Menu
        button={(opener) => (
          <IconButton
            size="large"
            aria-label={t('rulesActions')}
            title={t('rulesActions')}
            {...opener}
          >
            <IconDots size={17} />
          </IconButton>
        )}
      >
        <MenuItem icon={<IconBraces size={16} aria-hidden />} onClick={() => void copy()}>
          {t('copyRules')}
        </MenuItem>
        <MenuItem
          icon={<IconClipboardText size={16} aria-hidden />}
          onClick={() => setPasting(true)}
        >
          {t('paste.button')}
        </MenuItem>
      </Menu>
      {isPasting && (
        <Suspense>
          <PasteDialog
            toggle={toggle}
            references={references}
            onPaste={(rules) => {
              setPasting(false);
              onPaste(rules);
            }}
            onClose={() => setPasting(false)}
          />
        </Suspense>
      )}
    </>
  );
}
