interface Report {
  /** Present when the registry answered. */
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
  /** The error when the registry did not answer. */
  readonly message?: string;
}

interface Vulnerability {
  readonly severity: string;
  readonly range: string;
}

const GRAVE: readonly string[] = ['high', 'critical'];

/** Interprets the output of `npm audit --json`: only high and critical findings are not good. */
export function verdictOf(report: string): {
  readonly sentences: readonly string[];
  readonly isGood: boolean;
} {
  const { vulnerabilities, message } = readReport(report);
  if (vulnerabilities === undefined) {
    return { sentences: [`Not audited: ${message ?? 'npm said nothing'}`], isGood: true };
  }
  const known = Object.entries(vulnerabilities);
  if (known.length === 0)
    return { sentences: ['Nothing is known about what is shipped.'], isGood: true };
  return {
    sentences: known.map(([name, { severity, range }]) => `${severity}: ${name} ${range}`),
    isGood: !known.some(([, { severity }]) => GRAVE.includes(severity)),
  };
}

function readReport(report: string): Report {
  try {
    return JSON.parse(report);
  } catch {
    return {};
  }
}
