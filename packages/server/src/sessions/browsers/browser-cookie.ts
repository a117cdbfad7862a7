/** How long a browser is known after the last sign-in from it. Source: IDN-42. */
export const KNOWN_DAYS = 180;

const NAME = 'cpt_device';
/** The form of `newSecret`. */
const SECRET = /^[\w-]{43}$/;

/** What this service gave to the browser of a request; undefined where it gave nothing. */
export function browserSecretIn(cookies: string | undefined): string | undefined {
  const [secret] = (cookies ?? '').split(';').flatMap((cookie) => {
    const [name, value = ''] = cookie.trim().split('=', 2);
    return name === NAME && SECRET.test(value) ? [value] : [];
  });
  return secret;
}

/** The header that gives a browser its secret. Only the calls that open sessions see it. */
export function browserCookie(secret: string, publicUrl: string): string {
  const attributes = [
    `${NAME}=${secret}`,
    'Path=/oauth',
    `Max-Age=${KNOWN_DAYS * 24 * 60 * 60}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ];
  return attributes.join('; ');
}
