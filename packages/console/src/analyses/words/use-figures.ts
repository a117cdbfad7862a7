import { figuresInWords } from '@comporta/messages/figures-in-words';
import { useFormatter, useTranslations } from 'use-intl/react';
import { localTimeZone } from '../../ui/local-time-zone.ts';

/** Says figures of results in the language of the reader. */
export function useFigures() {
  const format = useFormatter();
  const say = useTranslations();

  function day(at: string): string {
    return format.dateTime(new Date(at), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  }

  /** In the reader's own time. */
  function moment(at: string): string {
    return format.dateTime(new Date(at), {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: localTimeZone(),
    });
  }

  return { ...figuresInWords(say, format), day, moment };
}
