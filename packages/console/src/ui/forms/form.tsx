import { type FormEvent, type ReactNode, useEffect } from 'react';
import { useFailureText } from '../../api/failure-text.ts';
import { Alert } from '../alert.tsx';
import styles from './form.module.css';

export interface FormProps {
  readonly form: {
    readonly attempts: number;
    readonly focusProblem: () => void;
    readonly problem: string | undefined;
    readonly failure: unknown;
    readonly submit: () => Promise<void>;
  };
  readonly children: ReactNode;
  /** For a submit button outside of the form. */
  readonly id?: string;
}

/** The form element; problems with the form as a whole are shown above its fields. */
export function Form({ form, children, id }: FormProps) {
  const failureText = useFailureText();
  const problem =
    form.problem ?? (form.failure === undefined ? undefined : failureText(form.failure));

  const { attempts, focusProblem } = form;
  useEffect(() => {
    if (attempts > 0) focusProblem();
  }, [attempts, focusProblem]);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void form.submit();
  }

  return (
    // Our own messages, in the user's language, replace those of the browser.
    <form id={id} noValidate onSubmit={onSubmit} className={styles.form}>
      {problem !== undefined && <Alert>{problem}</Alert>}
      {children}
    </form>
  );
}
