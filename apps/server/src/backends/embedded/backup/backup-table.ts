import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@mqdeck/contract'
import type * as z from 'zod'

/** Result of importing a record, or of comparing it: it is new, it differs, it is identical, or it has expired. */
export type ImportResult = 'added' | 'replaced' | 'unchanged' | 'skipped'

/** A kind of data in backups: a file with one JSON object per line. */
export interface BackupTable {
  /** Name of the table set in EMQX: `banned`. */
  readonly name: string
  count(): number
  /** All records as JSON. The same record always yields the same JSON. */
  dump(): Iterable<object> | AsyncIterable<object>
  /** Label of a record for error messages. The record may be any JSON. */
  nameOf(record: unknown): string
  /**
   * Result that importing a record would have.
   * @throws {AppError} reason why it cannot be imported
   */
  compare(record: unknown): ImportResult
  /**
   * Imports a record.
   * @throws {AppError} (rejects) as `compare`, and 503 if the disk is full
   */
  take(record: unknown): Promise<ImportResult>
  /** Called after all records were imported. */
  finish(): Promise<void>
}

interface TableDefinition<R extends object> {
  readonly name: string
  /** Schema of a record. Archives may come from anyone. */
  readonly schema: z.ZodType<R>
  readonly nameOf: (record: R) => string
  readonly dump: () => Iterable<R>
  /** Number of records in `dump`, if it is known without iterating. */
  readonly count?: () => number
  /** The existing record that this one would replace. */
  readonly find: (record: R) => R | undefined
  /** @throws {AppError} reason why the record cannot be imported */
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
