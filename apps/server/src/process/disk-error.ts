import { constants } from 'node:os'

/** Errors of a disk that accepts no more data: full, over quota, over a process limit, read-only, broken. */
const codes = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO'] as const
/** lmdb returns the number instead of the name. */
const known = new Set<unknown>([...codes, ...codes.map((code) => constants.errno[code])])

/** Reason why a write failed, if the disk caused it. */
export function diskError(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined
  const isOne = 'commitError' in error || ('code' in error && known.has(error.code))
  return isOne ? error : diskError(error.cause)
}
