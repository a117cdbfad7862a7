import type { EntryText } from '../audit-text/audit-text.ts';

/** Slack refuses longer sections. */
const SECTION_MAX_CHARS = 3000;
/** One line always fits into a section, even when escaping turns each of its characters into five. */
const LINE_MAX_CHARS = 500;
const MORE = '…';

interface Section {
  readonly type: 'section' | 'context';
  readonly [field: string]: unknown;
}

/** A link to a page of the console. */
export interface MessageLink {
  readonly url: string;
  readonly text: string;
}

/** A message in Slack's format: `text` appears in notifications, `blocks` in the channel. */
export function slackMessage(
  { headline, details, items }: EntryText,
  at: Date,
  link?: MessageLink,
) {
  const title = line(headline);
  const context = line(`${details} · ${at.toISOString()}`);
  const open = link && `<${escaped(link.url)}|${line(link.text)}>`;
  const blocks: Section[] = [{ type: 'section', text: markdown(`*${title}*`) }];
  if (items.length > 0) blocks.push({ type: 'section', text: markdown(list(items)) });
  if (open !== undefined) blocks.push({ type: 'section', text: markdown(open) });
  blocks.push({ type: 'context', elements: [markdown(context)] });
  // Receivers that know no blocks show the text alone.
  return { text: open === undefined ? title : `${title}\n${open}`, blocks };
}

function markdown(text: string) {
  return { type: 'mrkdwn', text };
}

function list(items: readonly string[]): string {
  const lines: string[] = [];
  let length = 0;
  for (const item of items) {
    const next = `• ${line(item)}`;
    length += next.length + 1;
    if (length + MORE.length > SECTION_MAX_CHARS) return [...lines, MORE].join('\n');
    lines.push(next);
  }
  return lines.join('\n');
}

function line(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ');
  const clipped = flat.length > LINE_MAX_CHARS ? `${flat.slice(0, LINE_MAX_CHARS)}${MORE}` : flat;
  return escaped(clipped.toWellFormed());
}

/** Escapes the characters that Slack would read as a link, a mention or `@channel`. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
