import { type Language, LOCALES } from '@comporta/messages/languages';

/** The HTML of a mail. The paragraphs must already be HTML. */
export function mailPage(language: Language, paragraphs: readonly string[]): string {
  return `<!doctype html>
<html lang="${LOCALES[language]}">
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#222;max-width:36em">
${paragraphs.join('\n')}
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
