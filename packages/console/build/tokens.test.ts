import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Theme = ReadonlyMap<string, string>;

const [light, dark] = readThemes();

/** Each colour, its background, and the least contrast of the two in light and in dark. */
const PROMISED = [
  ['text', 'fill', 12.9, 10.5],
  ['text', 'fill-hover', 12.9, 10.5],
  ['text-muted', 'surface', 6.3, 7.5],
  ['text-muted', 'surface-selected', 5.4, 5.7],
  ['text-muted', 'fill-hover', 5.0, 5.4],
  ['border-control', 'surface', 3.5, 4.4],
  ['accent-text', 'surface', 7.5, 9.0],
  ['accent-text', 'fill-hover', 6.0, 6.5],
  ['danger-text', 'surface', 6.5, 8.3],
  ['danger-text', 'fill', 5.7, 6.9],
  ['production', 'production-surface', 5.3, 7.0],
  ['focus', 'surface', 4.8, 7.4],
  ['focus', 'fill', 4.2, 6.1],
] as const;

const SURFACES = [
  'surface',
  'surface-sunken',
  'surface-raised',
  'surface-hover',
  'surface-selected',
];
const TEXTS = ['text', 'text-muted', 'accent-text', 'danger-text'];
const ON_THEIR_OWN = ['success', 'warning', 'danger'] as const;

describe('CDW-36: contrasts of the tokens', () => {
  it.each(PROMISED)('%s on %s: %d in light, %d in dark', (front, back, inLight, inDark) => {
    // The design gives contrasts with one decimal.
    expect(contrastIn(light, front, back)).toBeGreaterThanOrEqual(inLight - 0.05);
    expect(contrastIn(dark, front, back)).toBeGreaterThanOrEqual(inDark - 0.05);
  });

  it('text is readable on every surface, and on the surface of its own tone', () => {
    const pairs = [
      ...TEXTS.flatMap((text) => [...SURFACES, 'fill', 'fill-hover'].map((on) => [text, on])),
      ...ON_THEIR_OWN.map((tone) => [`${tone}-text`, `${tone}-surface`]),
      ['on-accent', 'accent'],
      ['on-accent', 'accent-hover'],
    ] as const;
    for (const [front = '', back = ''] of pairs) {
      for (const theme of [light, dark]) {
        expect
          .soft(contrastIn(theme, front, back), `${front} on ${back}`)
          .toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('the parts of a split and the borders of controls stand out from both surfaces', () => {
    const parts = Array.from({ length: 8 }, (_, index) => `split-${index + 1}`);
    for (const front of [...parts, 'border-control', 'focus']) {
      for (const theme of [light, dark]) {
        expect.soft(contrastIn(theme, front, 'surface'), front).toBeGreaterThanOrEqual(3);
      }
    }
  });
});

function readThemes(): readonly [Theme, Theme] {
  const css = readFileSync(new URL('../src/base/tokens.css', import.meta.url), 'utf8');
  const [, first = '', second = ''] = /:root \{(.*?)\n\}.*?="dark"\] \{(.*?)\n\}/s.exec(css) ?? [];
  const inLight = colorsIn(first);
  return [inLight, new Map([...inLight, ...colorsIn(second)])];
}

function colorsIn(block: string): Theme {
  const found = [...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)];
  return new Map(found.map(([, name = '', color = '']) => [name, color]));
}

/** Source: WCAG 2.2, "contrast ratio". */
function contrastIn(theme: Theme, front: string, back: string): number {
  const [one, other] = [luminance(theme, front), luminance(theme, back)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance(theme: Theme, name: string): number {
  const color = theme.get(name);
  if (color === undefined) throw new Error(`tokens.css has no color --${name}.`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
