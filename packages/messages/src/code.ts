import type { Texts } from './text.ts';

/** Where code names a toggle. */
export const code = {
  title: { en: 'In your code', pt: 'No seu código' },
  none: {
    en: 'No place in the scanned code names this toggle.',
    pt: 'Nenhum lugar do código verificado cita este toggle.',
  },
  noRepository: {
    en: 'No code was scanned yet. Run "comporta code scan" in your pipeline.',
    pt: 'Nenhum código foi verificado ainda. Execute "comporta code scan" no seu pipeline.',
  },
  command: { en: 'Command for your pipeline', pt: 'Comando para o seu pipeline' },
  scope: {
    en: 'A token or service key with the scope "code" takes the place of YOUR_TOKEN. No text of your files is sent.',
    pt: 'Um token ou chave de serviço com o escopo "code" entra no lugar de YOUR_TOKEN. Nenhum texto dos seus arquivos é enviado.',
  },
  places: {
    en: '{count, plural, one {# place} other {# places}} in {repository}, scanned {time}',
    pt: '{count, plural, one {# lugar} other {# lugares}} em {repository}, verificado {time}',
  },
  more: {
    en: '{count, plural, one {and # more} other {and # more}}',
    pt: '{count, plural, one {e mais #} other {e mais #}}',
  },
  lastRemoved: {
    en: 'The last place in {repository} was removed in {commit}.',
    pt: 'O último lugar em {repository} foi removido em {commit}.',
  },
} as const satisfies Texts;
