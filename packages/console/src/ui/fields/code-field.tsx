import { type LimitedField, TextField } from './text-field.tsx';

/** A code of six digits from an authenticator app. What is pasted may have blanks: the service reads past them. */
export function CodeField(props: LimitedField) {
  return <TextField {...props} inputMode="numeric" autoComplete="one-time-code" monospace />;
}
