import { constants } from 'node:os'

/** What a disk answers that takes no more: full, over the quota, over a limit of the process, read-only, broken. */
const codes = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO'] as const
/** lmdb gives the number instead of the name. */
const known = new Set<unknown>([...codes, ...codes.map((code) => constants.errno[code])])

/** The reason why something could not be written, when that is the disk's. */
export function diskError(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined
  const isOne = 'commitError' in error || ('code' in error && known.has(error.code))
  return isOne ? error : diskError(error.cause)
}
