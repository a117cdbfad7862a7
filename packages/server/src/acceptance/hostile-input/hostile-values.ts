/** Values as JSON text, because some cannot be written as JavaScript values: `__proto__` would set the prototype. */
const VALUES: readonly string[] = [
  ...['null', 'true', '-1', '0.1', '1e999', '9007199254740993'],
  ...['""', '"\\u0000"', '"\\ud800"', '"\\u202e\\ufeff"', '"__proto__"', '"toString"', '"NaN"'],
  ...['"%00"', `"' or 1=1 --"`, '"\\r\\nset-cookie: a=b"', JSON.stringify('😀'.repeat(2_000))],
  ...[
    '[]',
    '[null]',
    '["x"]',
    '[{}]',
    '{}',
    '{"length":-1}',
    '{"toString":null}',
    '{"toJSON":"x"}',
  ],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}'],
  '['.repeat(40) + ']'.repeat(40),
];

/** Texts that are not a JSON object, or not a meaningful one. */
export const TEXTS: readonly string[] = [
  ...[
    '',
    '{',
    '}',
    'null',
    'true',
    '5',
    '"text"',
    '[]',
    '[{}]',
    'undefined',
    "{'a':1}",
    '{"a":1,}',
  ],
  ...['{"a":NaN}', '{"a":1}{"a":2}', '\ufeff{}', '{"a":"\n"}', '{"\\u0000":1}', '{"\\ud800":1}'],
  ...['{"__proto__":null}', '{"__proto__":{"password":"x"}}', '{"constructor":{"prototype":{}}}'],
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `[${Array(50_000).fill('"x"')}]`,
  '['.repeat(500_000) + ']'.repeat(500_000),
  JSON.stringify('x'.repeat(1_000_000)),
  ' '.repeat(1024 * 1024 + 1),
];

export const CONTENT_TYPES: readonly string[] = [
  ...['text/plain', 'text/xml', 'application/xml', 'application/octet-stream', 'image/png', '*/*'],
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
  ],
  ...[
    'application/json; charset=utf-16',
    'application/json;',
    'application/jsonp',
    'json',
    ';',
    '/',
  ],
  ...['application/vnd.api+json', `application/${'x'.repeat(5_000)}`],
];

export const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ...['', '*', '"x"', '""', 'W/"1"', '"1", "2"', '"-1"', '"1e9"', '"99999999999999999999"'].map(
    (tag) => ['if-match', tag] as const,
  ),
  ...['', ' ', 'x'.repeat(8_000), '__proto__', 'ção'].map(
    (key) => ['idempotency-key', key] as const,
  ),
  ...['', ';', '*', 'pt;q=x', 'en,'.repeat(2_000), '-', 'toString'].map(
    (language) => ['accept-language', language] as const,
  ),
  ...[
    '',
    'Bearer',
    'Bearer ',
    'Basic',
    'Basic !',
    'Basic Og==',
    'Bearer cpt_env_',
    'Bearer cpt_acc_x',
  ]
    .concat(`Bearer ${'x'.repeat(8_000)}`)
    .map((credential) => ['authorization', credential] as const),
  ['x-forwarded-for', "' or 1=1 --"],
  ['x-forwarded-host', 'evil.example.com'],
  ['content-encoding', 'gzip'],
  ['accept', 'text/html'],
  ['accept-encoding', 'x'.repeat(1_000)],
];

/** The body as text, once for each part of it and each hostile value that replaces that part. */
export function* spoilt(body: unknown): Generator<string> {
  for (const place of placesOf(body)) {
    const marked = JSON.stringify(replaceAt(body, place, MARK));
    for (const value of VALUES) yield marked.replace(`"${MARK}"`, () => value);
  }
}

const MARK = 'here';

type FieldPath = readonly (string | number)[];

function* placesOf(part: unknown, place: FieldPath = []): Generator<FieldPath> {
  if (place.length > 0) yield place;
  if (typeof part !== 'object' || part === null) return;
  for (const [name, child] of Object.entries(part)) yield* placesOf(child, [...place, name]);
}

function replaceAt(part: unknown, [name, ...rest]: FieldPath, value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(part)) {
    return part.map((child, index) =>
      `${index}` === name ? replaceAt(child, rest, value) : child,
    );
  }
  const fields: Readonly<Record<string, unknown>> = { ...(part as object) }; // Places exist only in objects and arrays.
  return { ...fields, [name]: replaceAt(fields[name], rest, value) };
}
