/** That somebody got a value of a measured split, as `POST /api/events` takes it. */
export interface ExposureEvent {
  readonly type: 'exposure';
  readonly toggle: string;
  readonly phaseId: string;
  readonly ruleId: string;
  readonly uid: string;
  readonly at: string;
  /** What was returned: the text, or its place among the values of the toggle. */
  readonly value?: string;
  readonly valueIndex?: number;
  /** Values of properties by which an analysis is looked at, by their keys. */
  readonly segments?: Readonly<Record<string, unknown>>;
}

/** That somebody did something that a metric may count. */
export interface TrackEvent {
  readonly type: 'track';
  /** The same however often it is sent: the service counts it once. */
  readonly id: string;
  readonly key: string;
  readonly value?: number;
  readonly uid: string;
  readonly at: string;
}

export type ReportedEvent = ExposureEvent | TrackEvent;
