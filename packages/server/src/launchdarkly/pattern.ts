import { compileRegex } from '@comporta/engine/operators/regex';

/** What JavaScript and RE2 read alike: letters, escaped signs, \d and \w, classes and groups, and how often. */
const READ_ALIKE =
  /^(?:[^\\[\](){}?+*]|\\[dwDW.\\/\-+*?()|[\]{}^$@]|\[\^?(?:[^\\[\]^]|\\[dw.\\/\-+*?()|[\]{}^$@])+\]|\((?:\?:|(?!\?))|\)|[*+?]\??|\{\d+(?:,\d*)?\}\??)*$/;

/** Whether the pattern means the same here as in LaunchDarkly's SDKs, which use what their language has. */
export function isReadAlike(pattern: string): boolean {
  if (pattern.trim() === '' || !READ_ALIKE.test(pattern) || /[\ud800-\udfff]/.test(pattern))
    return false;
  try {
    new RegExp(pattern);
  } catch {
    return false;
  }
  return compileRegex(pattern) !== undefined;
}
