import type { ValueType } from './value-types.ts'

/** A start option: everything about a key is declared here, the rest is derived. */
export interface StartOption<T> {
  readonly env: string
  readonly type: ValueType<T>
  readonly default: T
  readonly help: string
  /** The default as written in the file. */
  readonly shownDefault: string
  /** Never printed. */
  readonly secret: boolean
}

export function startOption<T>(
  env: string,
  type: ValueType<T>,
  fallback: NoInfer<T>,
  help: string,
  secret = false,
): StartOption<T> {
  return { env, type, default: fallback, help, secret, shownDefault: (type.show ?? String)(fallback) }
}
