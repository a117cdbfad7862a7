import { Textarea } from '../../ui/controls/textarea.ts';
import type { Field } from '../../ui/forms/use-form.ts';

interface LinesFieldProps extends Omit<Field<readonly string[]>, 'name'> {
  readonly label: string;
  readonly hint?: string;
}

/** A list of texts, one in each line. */
export function LinesField({ label, hint, value, onChange, ...field }: LinesFieldProps) {
  return (
    <Textarea
      {...field}
      label={label}
      description={hint}
      autosize
      minRows={2}
      spellCheck={false}
      value={value.join('\n')}
      onChange={(event) => onChange(event.currentTarget.value.split('\n'))}
    />
  );
}
