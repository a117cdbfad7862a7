/**
 * Example calls for a customer's system, ready to copy. `url` has no trailing slash. The shell fills in the time: an event of
 * a fixed day is refused as too old, and one of a fixed id counts once.
 */

const NOW = `'$(date -u +%FT%TZ)'`;

export function trackSnippet(url: string, eventKey: string): string {
  return eventSnippet(
    url,
    `"type":"track","id":"user-1-${NOW}","key":${quoted(eventKey)},"uid":"user-1"`,
  );
}

export function exposureSnippet(url: string, toggle: string, value: string): string {
  return eventSnippet(
    url,
    `"type":"exposure","toggle":${quoted(toggle)},"value":${quoted(value)},"reason":"SPLIT","uid":"user-1"`,
  );
}

function eventSnippet(url: string, members: string): string {
  return `curl -X POST ${url}/api/events \\
  -H 'Authorization: Bearer YOUR_ENVIRONMENT_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{"events":[{${members},"at":"${NOW}"}]}'`;
}

/** As JSON, between single quotes of a shell. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll("'", String.raw`'\''`);
}
