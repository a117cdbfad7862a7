import type { Language } from '@comporta/messages/languages';
import { speak } from '@comporta/messages/speak';
import { type EntryText, renderEntry, renderTogether } from '../platform/changes/audit-text.ts';
import type { StoredDelivery } from './delivery-repository.ts';

type Delivered = Pick<StoredDelivery, 'change' | 'changeCount' | 'applicationName'>;

/** What a delivery says: the change as the audit log words it, of several how many, or that it is a test. */
export function textOf(
  { change, changeCount, applicationName }: Delivered,
  language: Language,
): EntryText {
  if (change !== null) {
    return changeCount === 1
      ? renderEntry(change, language)
      : renderTogether(change, changeCount, language);
  }
  const say = speak(language);
  return {
    headline: say('notification.test'),
    details: say('audit.place.application', { application: applicationName ?? '' }),
    items: [],
  };
}
