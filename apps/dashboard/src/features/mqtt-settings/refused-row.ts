import { validationProblemOf } from '../../data/index.ts'

/** The row that the broker refused, counted from 1 as its paths do: `rewrite.2.re`. */
export function refusedRow(error: unknown): number | undefined {
  const row = /\.(\d+)(?:\.[a-z_]+)?$/.exec(validationProblemOf(error)?.path ?? '')?.[1]
  return row === undefined ? undefined : Number(row)
}
