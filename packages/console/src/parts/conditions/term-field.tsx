import { type PropertyType, takesList } from '@comporta/engine/vocabulary';
import type { ClipboardEvent, RefCallback } from 'react';
import { useTranslations } from 'use-intl/react';
import type { Say } from '../../base/say.ts';
import { TextInput } from '../../ui/controls/text-input.ts';
import { CalendarButton, loadCalendar } from '../../ui/dates/calendar-button.tsx';
import { type ConditionText, linesToCommas } from './condition-form.ts';
import { TermItems } from './term-items.tsx';

interface TermFieldProps {
  readonly label: string;
  /** Undefined until a property is chosen. */
  readonly type: PropertyType | undefined;
  readonly condition: ConditionText;
  readonly onChange: (term: string) => void;
  readonly error: string | undefined;
  readonly fieldRef?: RefCallback<HTMLElement>;
}

/** The value to compare with, typed in its stored form; the items of a list are also shown one by one. */
export function TermField(props: TermFieldProps) {
  const { label, type, condition, onChange, error, fieldRef } = props;
  const t = useTranslations();
  const { expression, term } = condition;
  const isList = takesList(expression);

  return (
    <div>
      <TextInput
        {...(fieldRef && { ref: fieldRef })}
        aria-label={label}
        placeholder={type && placeholder(t, type, isList)}
        value={term}
        disabled={type === undefined || expression === ''}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...(isList && { onPaste: pasteAsList })}
        {...(type === 'DATE' && {
          onFocus: loadCalendar,
          rightSectionPointerEvents: 'all' as const,
          rightSection: (
            <CalendarButton
              label={label}
              value={isList ? '' : term}
              disabled={expression === ''}
              onChoose={(day) => onChange(isList ? withItem(term, day) : day)}
            />
          ),
        })}
        error={error}
        spellCheck={false}
        autoComplete="off"
      />
      {isList && type !== undefined && <TermItems type={type} condition={condition} />}
    </div>
  );
}

function placeholder(t: Say, type: PropertyType, isList: boolean): string {
  // The terms of a list property are lists, too.
  return isList || type === 'LIST'
    ? t(`condition.placeholderIn.${type}`)
    : t(`condition.placeholder.${type}`);
}

/** Adds a value at the end of a list. */
function withItem(term: string, item: string): string {
  const items = term.trim().replace(/,\s*$/, '');
  return items === '' ? item : `${items}, ${item}`;
}

/** Turns pasted lines into comma-separated values; browsers would just drop the line breaks. */
function pasteAsList(event: ClipboardEvent) {
  const text = event.clipboardData.getData('text');
  if (!/[\r\n\t]/.test(text)) return;
  event.preventDefault();
  // The only way to insert text that Ctrl+Z can undo.
  document.execCommand('insertText', false, linesToCommas(text));
}
