import type { Texts } from './text.ts';

export const language = {
  label: { en: 'Language', pt: 'Idioma' },
  en: { en: 'English', pt: 'Inglês' },
  pt: { en: 'Portuguese', pt: 'Português' },
} satisfies Texts;
