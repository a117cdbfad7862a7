import { CONSOLE_CLIENT } from '@comporta/contract/sessions/session';
import { CommandFailure } from '../command-failure.ts';
import { notComporta, requireUrl } from '../require-url.ts';

const TIMEOUT_MS = 30_000;

export type OAuthAnswer<Answer> =
  | Answer
  | { readonly error: string; readonly error_code: string; readonly status: number };

/** Sends forms to the OAuth calls of a service, with the public client credential. */
export function formClientOf(url: string) {
  requireUrl(url);
  const client = Buffer.from(`${CONSOLE_CLIENT.id}:${CONSOLE_CLIENT.secret}`).toString('base64');
  return async <Answer extends object>(
    path: string,
    form: Readonly<Record<string, string>>,
  ): Promise<OAuthAnswer<Answer>> => {
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { authorization: `Basic ${client}` },
      body: new URLSearchParams(form),
      // A token must not reach another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new CommandFailure(`${url} cannot be reached`);
    });
    const text = await response.text().catch(() => '');
    const answer = jsonIn(text);
    // An ended token is answered without a body, and a login page with one that is no JSON.
    if (response.ok && answer === undefined && text !== '') {
      throw new CommandFailure(notComporta(url));
    }
    if (response.ok) return (answer ?? {}) as Answer; // Responses are not validated at run time.
    const { error = `${response.status}`, error_code = `${response.status}` } = (answer ?? {}) as {
      readonly error?: string;
      readonly error_code?: string;
    };
    return { error, error_code, status: response.status };
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
