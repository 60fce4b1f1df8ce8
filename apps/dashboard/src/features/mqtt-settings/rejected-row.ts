import { validationProblemOf } from '../../api/index.ts'

/** The row that the broker rejected, from 1 like in its paths: `rewrite.2.re`. */
export function rejectedRow(error: unknown): number | undefined {
  const row = /\.(\d+)(?:\.[a-z_]+)?$/.exec(validationProblemOf(error)?.path ?? '')?.[1]
  return row === undefined ? undefined : Number(row)
}
