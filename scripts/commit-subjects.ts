import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** Fails when a commit has a subject that is too long or does not say what it does. Older commits stay as they are. */
const FROM = '2026-11-24T02:00:00Z';
const MAX_CHARS = 72;
const AREAS = /^[\w.-]+(?:, [\w.-]+)*: (?=\S)/;
/** Words with which no verb begins; most subjects that say what is, and not what the commit does, begin with one. */
const NO_VERBS = new Set(
  `a an the this that these those it its they what who which where when while how why if as
  each every all any some no not nobody nothing one two three only also more most our
  after before beside by for from in of on to with without`.split(/\s+/),
);

/** What is wrong with the subject of a commit; undefined when nothing is. */
export function problemOfSubject(subject: string): string | undefined {
  const [areas] = AREAS.exec(subject) ?? [];
  if (subject.length > MAX_CHARS) return `has ${subject.length} characters, at most ${MAX_CHARS}`;
  if (areas === undefined) return 'does not begin with an area and a colon';
  const [word = ''] = subject.slice(areas.length).split(/[\s,:]/);
  return NO_VERBS.has(word.toLowerCase()) ? `has "${word}" where a verb should be` : undefined;
}

/** The commits that this clone has, which may be only the last one. Empty where there is no git. */
function subjectsSince(time: string): readonly (readonly [hash: string, subject: string])[] {
  try {
    const log = execFileSync('git', ['log', '--no-merges', `--since=${time}`, '--format=%h %s'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return log
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);
  } catch {
    return [];
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [hash, subject] of subjectsSince(FROM)) {
    const problem = problemOfSubject(subject);
    if (problem === undefined) continue;
    process.stderr.write(`${hash} ${subject}\n  The subject ${problem} (CONTRIBUTING.md).\n`);
    process.exitCode = 1;
  }
}
