/** Names and descriptions are stored in this form: trimmed and in NFC, so that texts that look the same are equal. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').trim();
}

const VISIBLE = '[^\\p{White_Space}\\p{DI}\\p{Cc}]';

/** Legitimate invisible characters: joiners between visible ones (emoji, Persian), and variation selectors of emoji. */
const JOINING = new RegExp(
  `(?<=${VISIBLE}\\p{VS}?)[\\u200c\\u200d](?=${VISIBLE})|(?<=${VISIBLE})\\p{VS}`,
  'gu',
);

/** Control characters, line separators, and characters that are invisible or change the text direction. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{DI}\ufff9-\ufffb]/u;

/** Whether every character of a single-line text is visible. Source: T19. */
export function isVisible(text: string): boolean {
  return !HIDDEN.test(text.replace(JOINING, ''));
}

/** The same for a text that may have several lines. */
export function isVisibleInLines(text: string): boolean {
  return isVisible(text.replace(/[\t\r\n]/g, ' '));
}

/** Whether a database can hold it: there is no NUL in it, and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Whether a text contains something like the address of a website. Names of people and companies appear in mails to
 * recipients that the author chose, so they must not contain links. Source: T19.
 */
export function holdsAddress(text: string): boolean {
  return /:\/\/|www\./i.test(text);
}
