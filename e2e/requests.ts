import { expect, type Page, type Request, type Route } from '@playwright/test';

/** A method and a path, in which `*` stands for one segment, such as `POST /api/apps/*\/properties`. */
type Call = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** The requests of one kind that the page sends from now on; the returned list grows with them. */
export function recordCalls(page: Page, call: Call): readonly Request[] {
  const matches = matcherOf(call);
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (matches(request)) requests.push(request);
  });
  return requests;
}

/** The next request of one kind. */
export function nextCall(page: Page, call: Call): Promise<Request> {
  return page.waitForRequest(matcherOf(call));
}

export interface Refusal {
  readonly status: number;
  readonly error_code?: string;
  readonly meta_data?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

/** Refuses calls of one kind until `letCallsThrough`. The returned function sets the refusal; it starts with 500. */
export async function refuseEach(page: Page, call: Call): Promise<(refusal: Refusal) => void> {
  let current: Refusal = { status: 500 };
  await intercept(page, call, (route) => fulfill(route, current));
  return (refusal) => {
    current = refusal;
  };
}

/** Answers calls of one kind as the real service cannot be made to; `undefined` aborts them like a network failure. */
export async function refuseCalls(
  page: Page,
  call: Call,
  refusal: Refusal | undefined,
): Promise<void> {
  await intercept(page, call, (route) =>
    refusal === undefined ? route.abort() : fulfill(route, refusal),
  );
}

/** Changes responses of the service, for instance into data that an older version stored and that is invalid today. */
export async function alterAnswers<Body>(
  page: Page,
  call: Call,
  change: (answer: Body) => unknown,
): Promise<void> {
  await intercept(page, call, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}

/** Holds calls of one kind back until the returned function is called; then they reach the service. */
export async function holdCalls(page: Page, call: Call): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await intercept(page, call, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Stops refusing, altering and holding back calls. */
export async function letCallsThrough(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Fails unless the page shows the text in an alert, or as the error of the named field. */
export async function expectError(page: Page, text: string, field?: string): Promise<void> {
  if (field === undefined) {
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    return;
  }
  const input = page.getByLabel(field, { exact: true });
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(input).toHaveAccessibleDescription(new RegExp(escaped(text)));
}

function fulfill(route: Route, { status, retryAfterSeconds, ...json }: Refusal): Promise<void> {
  const retry = retryAfterSeconds === undefined ? [] : [['retry-after', `${retryAfterSeconds}`]];
  return route.fulfill({ status, headers: Object.fromEntries(retry), json });
}

async function intercept(page: Page, call: Call, handle: (route: Route) => Promise<void>) {
  const matches = matcherOf(call);
  await page.route('**/*', (route) =>
    matches(route.request()) ? handle(route) : route.fallback(),
  );
}

function matcherOf(call: Call): (request: Request) => boolean {
  const [method, path = ''] = call.split(' ');
  const pattern = new RegExp(`^${path.split('*').map(escaped).join('[^/]+')}$`);
  return (request) => request.method() === method && pattern.test(new URL(request.url()).pathname);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
