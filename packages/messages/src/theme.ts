import type { Texts } from './text.ts';

export const theme = {
  label: { en: 'Theme', pt: 'Tema' },
  light: { en: 'Light', pt: 'Claro' },
  dark: { en: 'Dark', pt: 'Escuro' },
  system: { en: 'Same as system', pt: 'Igual ao do sistema' },
} satisfies Texts;
