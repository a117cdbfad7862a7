import type { Texts } from './text.ts';

export const snippet = {
  language: { en: 'Language of the example', pt: 'Linguagem do exemplo' },
  code: { en: 'Example in {language}', pt: 'Exemplo em {language}' },
  packages: {
    en: 'Install first: <packages></packages>',
    pt: 'Instale antes: <packages></packages>',
  },
} satisfies Texts;
