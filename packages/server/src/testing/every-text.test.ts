import { afterAll, beforeAll, expect, it } from 'vitest';
import { savesOfContract, textsOf } from './contract-endpoints.ts';
import { everySaveSample } from './find-samples.ts';
import { createFurnishedCompany, type FurnishedCompany, fillPath } from './furnished-company.ts';
import type { FieldPath } from './samples.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** Longer than any text of a draft may be, and within the size of a body that the server accepts. */
const LONGEST = 'x'.repeat(100_001);

/** Their bodies have no text. */
const WITHOUT_TEXTS: readonly string[] = ['updateChangePolicy'];

const SAVES = await savesOfContract();
const SAVE_SAMPLES = await everySaveSample();

let server: TestServer;
let company: FurnishedCompany;

beforeAll(async () => {
  server = await startTestServer();
  company = await createFurnishedCompany(server);
});
afterAll(() => server.close());

function put(path: string, body: unknown) {
  interface Answer {
    readonly meta_data?: { readonly at?: FieldPath };
  }
  return server.call<Answer>('PUT', path, { token: company.adminToken, body });
}

it.each(SAVES)(
  'CODE-03: %s refuses each text of its body that is too long',
  async (name, endpoint) => {
    const path = fillPath(endpoint.path, company);
    const stored = await server.call<object>('GET', path, { token: company.adminToken });
    const { body = {}, fixed = {} } = SAVE_SAMPLES[name]?.(company.ids) ?? {};
    const texts = Object.fromEntries(textsOf(endpoint).map((field) => [field, '']));
    const places = placesOfTexts({ ...texts, ...body }).filter(([field = '']) => !(field in fixed));
    expect(places.length === 0).toBe(WITHOUT_TEXTS.includes(name));
    for (const place of places) {
      const { status, body: answer } = await put(
        path,
        withText({ ...stored.body, ...body }, place, LONGEST),
      );
      const message = `a text of ${LONGEST.length} characters at ${place.join('.')}`;
      // Where the text is an id, the answer may be 404: nothing has an id of that length.
      expect(status, message).toBeOneOf([400, 404]);
      expect(answer.meta_data?.at?.[0] ?? place[0], message).toBe(place[0]);
    }
  },
);

/** The places of all texts in a body. */
function placesOfTexts(value: unknown, place: FieldPath = []): FieldPath[] {
  if (typeof value === 'string') return [place];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    placesOfTexts(part, [...place, Array.isArray(value) ? Number(name) : name]),
  );
}

/** The same body with another text at one place. */
function withText(value: unknown, [name, ...rest]: FieldPath, text: string): unknown {
  if (name === undefined) return text;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === name ? withText(item, rest, text) : item));
  }
  return {
    ...(value as object),
    [name]: withText((value as Record<string, unknown>)[name], rest, text),
  };
}
