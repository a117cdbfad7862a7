import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { Dialog } from '../dialogs/dialog.tsx';
import { Form, type FormProps } from './form.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly form: FormProps['form'] & { readonly isBusy: boolean };
  /** What its button does, in words. */
  readonly verb: string;
  /** Before the fields. */
  readonly intro?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form over the page, which one leaves by saving it or not. */
export function FormDialog({ title, form, verb, intro, onClose, children }: FormDialogProps) {
  const t = useTranslations('common');
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={form.isBusy} onClick={() => void form.submit()}>
            {verb}
          </Button>
        </>
      }
    >
      {intro !== undefined && <p>{intro}</p>}
      <Form form={form}>{children}</Form>
    </Dialog>
  );
}
