import type { ValueType } from './value-types.ts'

/** One line of the configuration: everything that is known about a key is here, all else is derived. */
export interface Setting<T> {
  readonly env: string
  readonly type: ValueType<T>
  readonly default: T
  readonly help: string
  /** The default as one would write it in the file. */
  readonly shownDefault: string
  /** Never printed. */
  readonly secret: boolean
}

export function setting<T>(
  env: string,
  type: ValueType<T>,
  fallback: NoInfer<T>,
  help: string,
  secret = false,
): Setting<T> {
  return { env, type, default: fallback, help, secret, shownDefault: (type.show ?? String)(fallback) }
}
