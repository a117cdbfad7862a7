interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML(text: string): string | undefined }): unknown;
}

/**
 * The page's policy lets no text become HTML. The components insert their style sheets in the same way, so
 * text without markup is allowed. To be called before anything is rendered.
 */
export function letStylesThrough(): void {
  const trustedTypes: TrustedTypes | undefined = Reflect.get(window, 'trustedTypes'); // Not available in every browser.
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? undefined : text),
  });
}
