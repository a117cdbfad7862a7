import type { Language } from '@comporta/messages/languages';
import { shownValue } from '@comporta/messages/shown-value';
import { formatIn, speak } from '@comporta/messages/speak';
import { verdictInWords } from '@comporta/messages/verdict-in-words';
import { verdictFromStored } from '../tables/analyses/verdict-column.ts';
import type { ResultNews } from '../tables/deliveries.ts';
import type { MessageLink } from './slack-message.ts';

/** The headline of news of results. Source: RES-77. */
export function resultHeadline(news: ResultNews, language: Language): string {
  const say = speak(language);
  const { toggle, environment } = news;
  switch (news.kind) {
    case 'SRM':
      return say('notification.results.SRM', { toggle, environment });
    case 'HARM': {
      const { metric } = news;
      const value = shownValue(news.value);
      return say('notification.results.HARM', { toggle, environment, value, metric });
    }
    case 'VERDICT':
    case 'PLANNED_END': {
      const { metrics } = news;
      const verdict = verdictInWords(
        { say, format: formatIn(language) },
        { verdict: verdictFromStored(news.verdict), metrics },
      );
      return say(`notification.results.${news.kind}`, { toggle, environment, verdict });
    }
    default:
      // A newer release beside this one may queue news of other kinds. Source: T20.
      return say('notification.results.OTHER', { toggle, environment });
  }
}

/** A link to the phase that the news is about. */
export function linkToResults(
  { environmentId, experimentId, analysisId, phaseId }: ResultNews,
  { publicUrl, applicationId }: { readonly publicUrl: string; readonly applicationId: string },
  language: Language,
): MessageLink {
  const experiment = `/applications/${applicationId}/environments/${environmentId}/experiments/${experimentId}`;
  return {
    url: `${publicUrl}${experiment}/results?analysis=${analysisId}&phase=${phaseId}`,
    text: speak(language)('notification.results.open'),
  };
}
