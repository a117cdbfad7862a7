import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@comporta/messages/languages';

/** The supported language that an Accept-Language header prefers; the default language when there is none. */
export function preferredLanguage(header: string | undefined): Language {
  const ranges = (header ?? '').split(',').map((range) => {
    const [tag = '', weight] = range.split(';q=');
    return { language: tag.trim().toLowerCase().split('-')[0] ?? '', weight: Number(weight ?? 1) };
  });
  const wanted = ranges
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ language }) => language);
  return wanted.find(isLanguage) ?? DEFAULT_LANGUAGE;
}
