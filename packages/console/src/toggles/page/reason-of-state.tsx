import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { pathTo } from '../../base/paths.ts';
import { experimentSummariesQuery } from '../../data/experiment-queries.ts';
import type { ReasonSentence } from '../lifecycle/use-lifecycle-words.ts';

interface ReasonOfStateProps extends ReasonSentence {
  readonly toggle: Toggle;
}

/** Answered by the tab that shows the code. */
const OF_CODE: ReadonlySet<ReasonSentence['code']> = new Set([
  'HAS_REFERENCES',
  'NO_REPOSITORY',
  'SCAN_TOO_OLD',
]);

/** One reason of the state of a toggle. What stands in the way of its end leads to where it can be changed. */
export function ReasonOfState({ toggle, code, text }: ReasonOfStateProps) {
  if (code === 'HAS_DEPENDENTS') return <Dependents toggle={toggle} text={text} />;
  if (!OF_CODE.has(code)) return <span>{text}</span>;
  return (
    <Link to="?tab=code" preventScrollReset onClick={showTabs}>
      {text}
    </Link>
  );
}

/** On a phone the tabs are below the screen. */
function showTabs(): void {
  document.querySelector('[role="tablist"]')?.scrollIntoView({ block: 'center' });
}

/** From what the page has loaded. */
function Dependents({ toggle: { appId, id }, text }: Pick<ReasonOfStateProps, 'toggle' | 'text'>) {
  const { data: summaries = [] } = useQuery(experimentSummariesQuery(appId));
  const toggleOf = new Map(summaries.map((one) => [one.id, one.toggleId]));
  const dependents = new Map(
    summaries
      .filter(({ toggleId }) => toggleId === id)
      .flatMap((one) => one.dependents)
      .map((dependent) => [dependent.toggleName, toggleOf.get(dependent.id) ?? '']),
  );
  if (dependents.size === 0) return <span>{text}</span>;
  return (
    <span>
      {text.replace(/\.$/, ':')}{' '}
      {[...dependents].map(([name, toggleId], place) => (
        <span key={name}>
          {place > 0 && ', '}
          <Link to={pathTo('toggle', { appId, toggleId })}>{name}</Link>
        </span>
      ))}
      .
    </span>
  );
}
