import { Button } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toast-store.ts';
import { type ExperimentForm, sentOf } from './experiment-form.ts';

/** The rules as the API takes them, for a script or a ticket. */
export function CopyRules({ form }: { readonly form: ExperimentForm }) {
  const t = useTranslations('experiment');

  async function copy() {
    const isCopied = await copyText(JSON.stringify(sentOf(form).rules, undefined, 2));
    if (isCopied) toast({ text: t('rulesCopied') });
  }

  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconBraces size={14} />}
      onClick={() => void copy()}
    >
      {t('copyRules')}
    </Button>
  );
}
