import { describe, expect, it } from 'vitest';
import { slackMessage } from './slack-message.ts';

const AT = new Date('2026-11-21T09:30:00.000Z');
const TEXT = { headline: 'Ana edited toggle “x”', details: 'Application “Shop”', items: [] };

describe('Slack messages', () => {
  it('have a headline, then the items, then place and time', () => {
    expect(slackMessage({ ...TEXT, items: ['one', 'two'] }, AT)).toEqual({
      text: 'Ana edited toggle “x”',
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text: '*Ana edited toggle “x”*' } },
        { type: 'section', text: { type: 'mrkdwn', text: '• one\n• two' } },
        {
          type: 'context',
          elements: [{ type: 'mrkdwn', text: 'Application “Shop” · 2026-11-21T09:30:00.000Z' }],
        },
      ],
    });
  });

  it('COV-14: have the link in the text, too, for receivers that show no blocks; it is escaped', () => {
    const link = { url: 'https://x.example/?a=1&b=2', text: 'Open <it>' };
    const { text, blocks } = slackMessage(TEXT, AT, link);
    const written = '<https://x.example/?a=1&amp;b=2|Open &lt;it&gt;>';
    expect(text).toBe(`Ana edited toggle “x”\n${written}`);
    expect(blocks[1]).toEqual({ type: 'section', text: { type: 'mrkdwn', text: written } });
  });

  it('cannot contain links, mentions or @channel: & < > are escaped', () => {
    const { text } = slackMessage({ ...TEXT, headline: '<!channel> & <http://x|y>' }, AT);
    expect(text).toBe('&lt;!channel&gt; &amp; &lt;http://x|y&gt;');
  });

  it("stay within Slack's limits, whatever was edited", () => {
    const items = Array.from({ length: 500 }, () => '&'.repeat(1000));
    for (const headline of ['&'.repeat(5000), '🚀'.repeat(5000), `a\n${'b'.repeat(600)}`]) {
      const { blocks } = slackMessage({ ...TEXT, headline, items }, AT);
      expect(blocks).toHaveLength(3);
      for (const block of blocks) {
        const sections = JSON.parse(JSON.stringify([block.text ?? block.elements])).flat();
        for (const { text } of sections) {
          expect(text.length).toBeLessThanOrEqual(3000);
          expect(text.isWellFormed()).toBe(true);
        }
      }
      expect(JSON.stringify(blocks[1])).toContain('…');
    }
  });
});
