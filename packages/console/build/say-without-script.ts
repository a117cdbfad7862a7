import { LANGUAGES, LOCALES } from '@comporta/messages/languages';
import { speak } from '@comporta/messages/speak';
import type { Plugin } from 'vite';

/** Tells whoever has turned JavaScript off, in every language, as nobody can choose one then. */
export function sayWithoutScript(): Plugin {
  return {
    name: 'say-without-script',
    transformIndexHtml(html) {
      const texts = LANGUAGES.map(
        (language) => `<p lang="${LOCALES[language]}">${speak(language)('page.noScript')}</p>`,
      );
      return html.replace('<body>', `$&\n    <noscript>${texts.join('')}</noscript>`);
    },
  };
}
