/** A user got a value of a measured split. The format is that of `POST /api/events`. */
export interface ExposureEvent {
  readonly type: 'exposure';
  readonly toggle: string;
  readonly phaseId: string;
  readonly ruleId: string;
  /** The user or, with `by`, the value of the property with that key. */
  readonly uid: string;
  readonly by?: string | undefined;
  readonly at: string;
  /** The value returned: its text, or its index among the values of the toggle. */
  readonly value?: string;
  readonly valueIndex?: number;
  /** Values of properties by property key. Results can be broken down by them. */
  readonly segments?: Readonly<Record<string, unknown>>;
}

/** A user did something that a metric may count. */
export interface TrackEvent {
  readonly type: 'track';
  /** The same in every retry, so that the service counts the event once. */
  readonly id: string;
  readonly key: string;
  readonly value?: number | undefined;
  /** Absent only with `units`. */
  readonly uid?: string | undefined;
  /** Values of the properties by which measured rules split, by key. */
  readonly units?: Units | undefined;
  readonly at: string;
}

export type Units = Readonly<Record<string, string>>;

/** How often a program asked for toggles by their names. */
export interface CountEvent {
  readonly type: 'count';
  readonly at: string;
  /** The process, a random UUID, and the number of its report: sent again, it counts once. */
  readonly sender?: string;
  readonly seq?: number;
  /** The User-Agent of the program, where another one reports it. */
  readonly client?: string;
  readonly counts: readonly CountedUse[];
  /** Names that the environment lacks. */
  readonly unknown?: readonly { readonly toggle: string; readonly n: number }[] | undefined;
  readonly asked?: 'BULK' | 'SNAPSHOT' | undefined;
  readonly end?: true | undefined;
}

/** How often a value was returned. */
export interface CountedUse {
  readonly toggle: string;
  readonly value: string;
  readonly ruleId?: string | undefined;
  readonly n: number;
}

export type ReportedEvent = ExposureEvent | TrackEvent | CountEvent;
