import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useFailureText } from '../../api/failure-text.ts';
import { Alert } from '../alert.tsx';
import styles from './form.module.css';

export interface FormProps {
  readonly form: {
    readonly attempts: number;
    readonly problem: string | undefined;
    readonly failure: unknown;
    readonly submit: () => Promise<void>;
  };
  readonly children: ReactNode;
}

/** A field in error, or the button that mends what no field can. */
const IN_ERROR = '[aria-invalid="true"], button[data-in-error]';

/** The form element; what is wrong with the form as a whole stands above its fields. */
export function Form({ form, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const failureText = useFailureText();
  const problem =
    form.problem ?? (form.failure === undefined ? undefined : failureText(form.failure));

  useEffect(() => {
    if (form.attempts === 0) return;
    const field = element.current?.querySelector<HTMLElement>(IN_ERROR);
    field?.focus();
    // What nobody can read is typed anew, not mended.
    if (field instanceof HTMLInputElement && field.type === 'password') field.select();
  }, [form.attempts]);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void form.submit();
  }

  return (
    // Our own messages, in the user's language, take the place of the browser's.
    <form ref={element} noValidate onSubmit={onSubmit} className={styles.form}>
      {problem !== undefined && <Alert>{problem}</Alert>}
      {children}
    </form>
  );
}
