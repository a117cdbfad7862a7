import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileRegex } from '@comporta/engine/operators/regex';
import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { withoutUnnamed } from '../without-unnamed.ts';

const ENGINE = new URL('../../engine/', import.meta.url);

it('leaves out methods and classes that nothing names, again and again, and nothing else', () => {
  const code = [
    'var Used=class Used{static make(){return new Used}go(){return this.step()}',
    'step(){return this["spoken"]()}spoken(){return 1}lone(){return this.onlyOfLone()}',
    'onlyOfLone(){return Other.help()}[Symbol.iterator](){}constructor(){}};',
    'var Other=class Other{static kind="x";static help(){return Other.kind}};',
    'export{Used,Other};',
  ].join('');
  const user = 'Used.make().go()';
  expect(withoutUnnamed(code, user)).toBe(
    [
      'var Used=class Used{static make(){return new Used}go(){return this.step()}',
      'step(){return this["spoken"]()}spoken(){return 1}',
      '[Symbol.iterator](){}constructor(){}};',
      'var Other=undefined;',
      'export{Used,Other};',
    ].join(''),
  );
  expect(withoutUnnamed(code, `${user} lone help`)).toBe(code);
});

/** All of the syntax, also what does not compile. */
const PATTERNS = [
  ...[
    'a',
    'a|b',
    'ab*c',
    'a+?',
    'a{2,3}',
    '(ab)+',
    '(?:ab)?',
    '(?P<n>a)(?<m>b)',
    '^ab$',
    'a.c',
    '(?s)a.c',
  ],
  ...[
    '(?i)ábc',
    '(?m)^b$',
    '(?U)a+',
    '[a-c]',
    '[^a-c]',
    '[[:alpha:]]+',
    '[[:^digit:]]',
    '\\d\\D',
    '\\w\\W',
    '\\s\\S',
  ],
  ...[
    '\\bab\\b',
    '\\Bb',
    '\\Aab\\z',
    '\\Qa.c\\E',
    '\\p{Lu}',
    '\\P{L}',
    '\\pN',
    '\\p{Greek}',
    '[\\p{Han}\\d]',
    '\\x{1F600}',
  ],
  ...[
    '\\x41',
    '\\t',
    '\\101',
    '(a|ab)(c|bcd)(d*)',
    '(a*)*',
    '(a+)+b',
    'x*',
    '(|a)+',
    '[.]',
    '(?i)ſ',
    '(?i)K',
    'ß',
  ],
  ...[
    '(',
    '[z-a]',
    'a**',
    '\\1',
    '(?=a)',
    'a{1001}',
    '\\p{Klingon}',
    '(?i',
    '*',
    '((((((((((a{10}){10}){10})))))))',
  ],
];
const TEXTS = [
  ...[
    '',
    'a',
    'b',
    'ab',
    'abc',
    'ABC',
    'abcd',
    'aab',
    'aaab',
    'a\nc',
    'a\nb\nc',
    'a.c',
    'axc',
    'xaby',
    'ÁBC',
    'ábc',
  ],
  ...[
    'Σ',
    'σ',
    '漢字7',
    '😀',
    'A',
    '\t',
    '5 a',
    's',
    'ſ',
    'k',
    '\u212a',
    'ß',
    'ab bc',
    '-ab-',
    'a'.repeat(200),
  ],
];

it('what is left of re2js compiles and matches as all of it does', async () => {
  const file = createRequire(new URL('package.json', ENGINE))
    .resolve('re2js')
    .replace('.cjs', '.js');
  const user = readFileSync(new URL('src/operators/regex.ts', ENGINE), 'utf8');
  const { code } = await transform(readFileSync(file, 'utf8'), { minifyWhitespace: true });
  const reached = withoutUnnamed(code, user);
  expect(reached.length).toBeLessThan(0.95 * code.length);
  const { RE2JS } = await import(`data:text/javascript,${encodeURIComponent(reached)}`);
  let matches = 0;
  for (const pattern of PATTERNS) {
    const whole = compileRegex(pattern);
    let program: { programSize(): number; matcher(text: string): { find(): boolean } } | undefined;
    try {
      program = RE2JS.compile(pattern);
    } catch (error) {
      expect(error, pattern).toMatchObject({ name: 'RE2JSSyntaxException' });
    }
    if (whole === undefined) {
      expect(program?.programSize() ?? Number.POSITIVE_INFINITY, pattern).toBeGreaterThan(500);
      continue;
    }
    expect(program?.programSize(), pattern).toBe(whole.size);
    for (const text of TEXTS) {
      expect(program?.matcher(text).find(), `${pattern} in ${text}`).toBe(whole.matches(text));
      if (whole.matches(text)) matches += 1;
    }
  }
  expect(matches).toBeGreaterThan(300);
});
