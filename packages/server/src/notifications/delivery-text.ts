import type { Language } from '@comporta/messages/languages';
import { speak } from '@comporta/messages/speak';
import { type EntryText, renderEntry } from '../platform/changes/audit-text.ts';
import type { StoredDelivery } from './delivery-repository.ts';

/** What a delivery says: the change as the audit log words it, or that it is a test. */
export function textOf(
  { change, applicationName }: Pick<StoredDelivery, 'change' | 'applicationName'>,
  language: Language,
): EntryText {
  if (change !== null) return renderEntry(change, language);
  const say = speak(language);
  return {
    headline: say('notification.test'),
    details: say('audit.place.application', { application: applicationName ?? '' }),
    items: [],
  };
}
