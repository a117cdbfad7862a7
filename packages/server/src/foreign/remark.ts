/** A feature that was not imported unchanged, and the reason. */
export interface Remark {
  readonly feature: string;
  /** PAUSED: returns its default value to all users. LEFT_OUT: not imported. WITHOUT_VARIANTS: on and off only. */
  readonly result: 'PAUSED' | 'LEFT_OUT' | 'WITHOUT_VARIANTS';
  readonly reason: string;
}
