interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML(text: string): string | undefined }): unknown;
}

/**
 * The page's rules let no text become HTML. The components write their style sheets through the same
 * door, so a text without markup is let through. Called before anything is rendered.
 */
export function letStylesThrough(): void {
  const trustedTypes: TrustedTypes | undefined = Reflect.get(window, 'trustedTypes'); // Not in every browser.
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? undefined : text),
  });
}
