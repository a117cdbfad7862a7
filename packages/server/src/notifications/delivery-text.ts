import type { Language } from '@comporta/messages/languages';
import { speak } from '@comporta/messages/speak';
import { type EntryText, renderEntry, renderTogether } from '../audit-text/audit-text.ts';
import { admissionItems } from './admission-items.ts';
import type { StoredDelivery } from './delivery-repository.ts';
import { resultHeadline } from './result-news-text.ts';
import { staleText } from './stale-news-text.ts';

type Delivered = Pick<StoredDelivery, 'change' | 'changeCount' | 'news' | 'applicationName'> & {
  /** The names of the environments that the changes touch; only `details` has them. */
  readonly touched?: readonly string[];
  /** The names of owners by their ids; only `items` have them. */
  readonly owners?: ReadonlyMap<string, string>;
};

/** The text of a delivery: a change as in the audit log, the number of several changes, news, or a test. */
export function textOf(
  { change, changeCount, news, applicationName, touched, owners }: Delivered,
  language: Language,
): EntryText {
  if (change !== null) {
    const entry = { ...change, touched };
    const text =
      changeCount === 1
        ? renderEntry(entry, language)
        : renderTogether(entry, changeCount, language);
    return { ...text, items: [...admissionItems(speak(language), entry), ...text.items] };
  }
  const say = speak(language);
  const application = applicationName ?? '';
  if (news?.kind === 'STALE') {
    const details = say('audit.place.application', { application });
    return { ...staleText(say, news, owners), details };
  }
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
