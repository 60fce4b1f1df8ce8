import { AppError } from '@mqdeck/contract'

/** Maximum nesting, because code that handles a body may recurse. */
const deepest = 100

/**
 * Parses a JSON body. Undefined if it is empty.
 * @throws {AppError} BAD_REQUEST with EMQX's message for invalid JSON
 */
export function readJson(text: string): unknown {
  if (text === '') return undefined
  const value = parse(text)
  if (isDeeperThan(value, deepest)) throw new AppError('BAD_REQUEST', `The body nests deeper than ${deepest} levels`)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('BAD_REQUEST', 'Invalid json message received')
  }
}

/** Level by level instead of recursively. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}
