import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { hasLines } from '../../ui/lines/line-difference.ts';

export interface DifferenceLine {
  /** A text of several lines that changed has a line of its own, followed by what differs in it. */
  readonly sign: '-' | '+' | '~';
  /** For example `rules[0].valueSpec.split.enabled`. */
  readonly path: string;
  readonly value: string;
  /** What it was before, when both are compared line by line. */
  readonly before?: string;
}

/** Returns the differences value by value: the former value after a minus, the new one after a plus. */
export function differenceOf(changes: AuditEntry['changes']): readonly DifferenceLine[] {
  return changes.flatMap(({ path, before, after }) => {
    const was = new Map(valuesIn(before, path));
    const is = new Map(valuesIn(after, path));
    return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
      const old = was.get(key);
      const current = is.get(key);
      if (old === current) return [];
      if (old !== undefined && current !== undefined && (hasLines(old) || hasLines(current))) {
        return [{ sign: '~' as const, path: key, value: current, before: old }];
      }
      return [...line('-', key, old), ...line('+', key, current)];
    });
  });
}

function line(
  sign: DifferenceLine['sign'],
  path: string,
  value: string | undefined,
): readonly DifferenceLine[] {
  return value === undefined ? [] : [{ sign, path, value }];
}

/** Every leaf value inside, with its path. */
function valuesIn(value: unknown, path: string): [string, string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => valuesIn(item, `${path}[${index}]`));
  }
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([name, inner]) => valuesIn(inner, `${path}.${name}`));
  }
  return [[path, String(value)]];
}
