import { CommandFailure } from './command-failure.ts';

/** Throws a CommandFailure unless the text is the address of a service: localhost:8080 is a URL, of the scheme localhost. */
export function requireUrl(
  text: string,
  exitCode: ConstructorParameters<typeof CommandFailure>[1] = 2,
): void {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return;
  throw new CommandFailure(`${text} is not a URL that begins with http:// or https://`, exitCode);
}

/** Said where a login page or a proxy answers in place of the service. */
export function notComporta(url: string): string {
  return `${url} did not answer as Comporta does: is the address right?`;
}
