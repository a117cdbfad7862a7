/** How a name or a description is stored: in NFC, so that what looks the same is the same, without blanks around it. */
export function normalizeText(text: string): string {
  return text.normalize('NFC').trim();
}

const VISIBLE = '[^\\p{White_Space}\\p{DI}\\p{Cc}]';

/** What people write: emoji and Persian join what is visible on both sides, emoji choose their picture. */
const JOINING = new RegExp(
  `(?<=${VISIBLE}\\p{VS}?)[\\u200c\\u200d](?=${VISIBLE})|(?<=${VISIBLE})\\p{VS}`,
  'gu',
);

/** Control characters, separators of lines, what shows nothing or turns the direction of what follows. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{DI}\ufff9-\ufffb]/u;

/** Whether every character of a text of one line can be seen. Source: T19. */
export function isVisible(text: string): boolean {
  return !HIDDEN.test(text.replace(JOINING, ''));
}

/** The same for a text that may have several lines. */
export function isVisibleInLines(text: string): boolean {
  return isVisible(text.replace(/[\t\r\n]/g, ' '));
}

/**
 * Whether a text reads like the address of a website. Names of people and companies go into mails to
 * whoever was named as their recipient, so they must not lead anywhere. Source: T19.
 */
export function holdsAddress(text: string): boolean {
  return /:\/\/|www\./i.test(text);
}
