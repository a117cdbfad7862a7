type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters of a path, written as `:name`; no argument when the path has none. */
export type PathArguments<Path extends string> = [NamesIn<Path>] extends [never]
  ? []
  : [params: { readonly [Name in NamesIn<Path>]: string }];

/** `fillPath('/users/:id', { id: 'a/b' })` is `/users/a%2Fb`. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
