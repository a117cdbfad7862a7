import { type PropertyType, takesList } from '@comporta/engine/vocabulary';
import { TextInput } from '@mantine/core';
import type { ClipboardEvent, RefCallback } from 'react';
import { useTranslations } from 'use-intl/react';
import { CalendarButton, loadCalendar } from '../../ui/dates/calendar-button.tsx';
import { type ConditionText, linesToCommas } from './condition-form.ts';
import { TermItems } from './term-items.tsx';

interface TermFieldProps {
  readonly label: string;
  /** Undefined while no property is chosen. */
  readonly type: PropertyType | undefined;
  readonly condition: ConditionText;
  readonly onChange: (term: string) => void;
  readonly error: string | undefined;
  readonly fieldRef?: RefCallback<HTMLElement>;
}

/** The value to compare with, typed the way it is stored; of a list also shown item by item. */
export function TermField(props: TermFieldProps) {
  const { label, type, condition, onChange, error, fieldRef } = props;
  const t = useTranslations('condition');
  const { expression, term } = condition;
  const isList = takesList(expression);

  return (
    <div>
      <TextInput
        {...(fieldRef && { ref: fieldRef })}
        aria-label={label}
        placeholder={type && t(`${isList ? 'placeholderIn' : 'placeholder'}.${type}`)}
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
      {isList && type !== undefined && <TermItems type={type} term={term} />}
    </div>
  );
}

/** One more value at the end of a list. */
function withItem(term: string, item: string): string {
  const items = term.trim().replace(/,\s*$/, '');
  return items === '' ? item : `${items}, ${item}`;
}

/** One line per value becomes one comma per value; browsers would drop the line breaks. */
function pasteAsList(event: ClipboardEvent) {
  const text = event.clipboardData.getData('text');
  if (!/[\r\n\t]/.test(text)) return;
  event.preventDefault();
  // The only way to insert text that Ctrl+Z still takes back.
  document.execCommand('insertText', false, linesToCommas(text));
}
