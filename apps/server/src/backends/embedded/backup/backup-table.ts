import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@mqdeck/contract'
import type * as z from 'zod'

/** What became, or would become, of a record: it was not there, it was there otherwise, it was there so, it is over by now. */
export type Outcome = 'added' | 'replaced' | 'unchanged' | 'skipped'

/** A kind of data that goes into a backup: a file of one JSON object a line. */
export interface BackupTable {
  /** The table set, as EMQX names it: `banned`. */
  readonly name: string
  count(): number
  /** Every record, as JSON can hold it; the same record is the same JSON. */
  dump(): Iterable<object> | AsyncIterable<object>
  /** What people call a record, for telling why it was refused; any JSON may come. */
  nameOf(record: unknown): string
  /**
   * What taking a record in would do.
   * @throws {AppError} why it cannot be taken in
   */
  compare(record: unknown): Outcome
  /**
   * Takes a record in.
   * @throws {AppError} (rejects) as `compare`, and 503 when nothing more can be kept
   */
  take(record: unknown): Promise<Outcome>
  /** After all were taken in. */
  finish(): Promise<void>
}

interface TableDefinition<R extends object> {
  readonly name: string
  /** What a record may be; of archives that anybody may have made. */
  readonly schema: z.ZodType<R>
  readonly nameOf: (record: R) => string
  readonly dump: () => Iterable<R>
  /** How many `dump` gives, where that is known without it. */
  readonly count?: () => number
  /** What is here in place of a record. */
  readonly find: (record: R) => R | undefined
  /** @throws {AppError} why the record cannot be taken in */
  readonly check?: (record: R) => void
  readonly isOver?: (record: R) => boolean
  readonly put: (record: R) => Promise<void>
  readonly finish?: () => Promise<void>
}

/** `defineBackupTable({ name: 'banned', schema: Ban, … })`, listed in `build.ts`. */
export function defineBackupTable<R extends object>(definition: TableDefinition<R>): BackupTable {
  const { name, schema, nameOf, dump, count, find, check, isOver, put, finish } = definition
  const judge = (json: unknown) => {
    const record = read(schema, json)
    if (isOver?.(record)) return { record, outcome: 'skipped' } as const
    check?.(record)
    const here = find(record)
    if (here === undefined) return { record, outcome: 'added' } as const
    return { record, outcome: isDeepStrictEqual(here, record) ? 'unchanged' : 'replaced' } as const
  }
  return {
    name,
    count: count ?? (() => [...dump()].length),
    dump,
    nameOf: (json) => {
      const record = schema.safeParse(json)
      return record.success ? nameOf(record.data) : ''
    },
    compare: (json) => judge(json).outcome,
    take: async (json) => {
      const { record, outcome } = judge(json)
      if (outcome === 'added' || outcome === 'replaced') await put(record)
      return outcome
    },
    finish: async () => finish?.(),
  }
}

function read<R>(schema: z.ZodType<R>, json: unknown): R {
  const read = schema.safeParse(json)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = issue?.path.join('.') ?? ''
  throw new AppError('BAD_REQUEST', `${path === '' ? 'the record' : path}: ${issue?.message ?? 'is invalid'}`)
}
