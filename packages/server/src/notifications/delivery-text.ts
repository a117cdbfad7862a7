import type { Language } from '@comporta/messages/languages';
import { speak } from '@comporta/messages/speak';
import { type EntryText, renderEntry, renderTogether } from '../platform/changes/audit-text.ts';
import type { StoredDelivery } from './delivery-repository.ts';
import { resultHeadline } from './result-news-text.ts';

type Delivered = Pick<StoredDelivery, 'change' | 'changeCount' | 'news' | 'applicationName'>;

/** What a delivery says: the change as the audit log words it, of several how many; what results say; or that it is a test. */
export function textOf(
  { change, changeCount, news, applicationName }: Delivered,
  language: Language,
): EntryText {
  if (change !== null) {
    return changeCount === 1
      ? renderEntry(change, language)
      : renderTogether(change, changeCount, language);
  }
  const say = speak(language);
  const application = applicationName ?? '';
  if (news !== null) {
    const { environment } = news;
    return {
      headline: resultHeadline(news, language),
      details: say('audit.place.environment', { application, environment }),
      items: [],
    };
  }
  return {
    headline: say('notification.test'),
    details: say('audit.place.application', { application }),
    items: [],
  };
}
