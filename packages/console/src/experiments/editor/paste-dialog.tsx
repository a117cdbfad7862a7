import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';
import { Textarea } from '../../ui/controls/textarea.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { References } from '../references.ts';
import type { EditedRule, RuledToggle } from '../rule/edited-rule.ts';
import { rulesInJson } from './pasted-rules.ts';

interface PasteDialogProps {
  readonly toggle: RuledToggle;
  readonly references: References;
  readonly onPaste: (rules: readonly EditedRule[]) => void;
  readonly onClose: () => void;
}

/** Takes text from "Copy rules as JSON"; any other text changes nothing. */
export function PasteDialog({ toggle, references, onPaste, onClose }: PasteDialogProps) {
  const t = useTranslations();
  const [text, setText] = useState('');
  const [isForeign, setForeign] = useState(false);

  function use() {
    const rules = rulesInJson(text, { references, toggle });
    if (rules === undefined) setForeign(true);
    else onPaste(rules);
  }

  return (
    <Dialog
      title={t('experiment.paste.title')}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={use}>{t('experiment.paste.use')}</Button>
        </>
      }
    >
      <Textarea
        data-autofocus
        label={t('experiment.paste.label')}
        description={t('experiment.paste.hint')}
        value={text}
        error={isForeign && t('experiment.paste.foreign')}
        autosize
        minRows={6}
        maxRows={14}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: 13 } }}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setForeign(false);
        }}
      />
    </Dialog>
  );
}
