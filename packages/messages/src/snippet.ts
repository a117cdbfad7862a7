import type { Texts } from './text.ts';

export const snippet = {
  language: { en: 'Language of the example', pt: 'Linguagem do exemplo' },
  code: { en: 'Example in {language}', pt: 'Exemplo em {language}' },
  registry: {
    en: 'Once per project: packages of @comporta come from this service',
    pt: 'Uma vez por projeto: os pacotes de @comporta vêm deste serviço',
  },
  checkout: {
    en: 'Once per version, in the checkout that this service runs from',
    pt: 'Uma vez por versão, no checkout de onde este serviço roda',
  },
  packages: {
    en: 'Install first: <packages></packages>',
    pt: 'Instale antes: <packages></packages>',
  },
} satisfies Texts;
