import { LANGUAGES, LOCALES } from '@comporta/messages/languages';
import { speak } from '@comporta/messages/speak';
import type { Plugin } from 'vite';

/** Adds a notice for users without JavaScript, in every language, because they cannot choose one. */
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
