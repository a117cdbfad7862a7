import { figuresInWords } from '@comporta/messages/figures-in-words';
import { useFormatter, useTranslations } from 'use-intl/react';
import { localTimeZone } from '../../ui/local-time-zone.ts';

/** Formats the figures of results in the reader's language. */
export function useFigures() {
  const format = useFormatter();
  const say = useTranslations();

  function day(at: string): string {
    return format.dateTime(new Date(at), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  }

  /** Formats a day of any year. */
  function date(at: string): string {
    return format.dateTime(new Date(at), { dateStyle: 'medium', timeZone: 'UTC' });
  }

  /** Formats a moment in the reader's time zone. */
  function moment(at: string): string {
    return format.dateTime(new Date(at), {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: localTimeZone(),
    });
  }

  return { ...figuresInWords(say, format), day, date, moment };
}
