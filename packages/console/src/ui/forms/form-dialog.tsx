import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { Dialog } from '../dialogs/dialog.tsx';
import { Form, type FormProps } from './form.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly form: FormProps['form'] & { readonly isBusy: boolean };
  /** The text of the submit button. */
  readonly verb: string;
  /** Another way than to submit: a button beside the others. */
  readonly otherWay?: ReactNode;
  /** Shown above the fields. */
  readonly intro?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog over the page. */
export function FormDialog(props: FormDialogProps) {
  const { title, form, verb, otherWay, intro, onClose, children } = props;
  const t = useTranslations('common');
  const id = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          {otherWay}
          {/* A submit button, so that Enter in a field does the same. */}
          <Button type="submit" form={id} loading={form.isBusy}>
            {verb}
          </Button>
        </>
      }
    >
      {intro !== undefined && <p>{intro}</p>}
      <Form id={id} form={form}>
        {children}
      </Form>
    </Dialog>
  );
}
