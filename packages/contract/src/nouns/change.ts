import type { AuditAction, EntityType, Records } from './records.ts';

/** A change of one kind of entity, or of any. */
export type Change<Type extends EntityType = EntityType> = {
  readonly [One in Type]: ChangeOf<One>;
}[Type];

interface ChangeOf<Type extends EntityType> {
  readonly action: AuditAction;
  readonly type: Type;
  readonly id: string;
  readonly name: string;
  /** `before` is absent for a creation, `after` for a deletion. */
  readonly before?: Records[Type] | undefined;
  readonly after?: Records[Type] | undefined;
  readonly environment?: NamedEnvironment | undefined;
  /** False when no evaluation depends on the change, so that no snapshot becomes stale by it. */
  readonly isServed?: false | undefined;
  /** The environments that it touches, where `before` and `after` do not show it. Source: SAF-97. */
  readonly touches?: readonly TouchedEnvironment[] | undefined;
}

interface NamedEnvironment {
  readonly id: string;
  readonly name: string;
}

interface TouchedEnvironment extends NamedEnvironment {
  readonly production?: boolean | null | undefined;
}
