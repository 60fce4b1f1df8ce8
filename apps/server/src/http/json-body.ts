import { AppError } from '@mqdeck/contract'

/** No request has reason to nest deeper; what reads a body may recurse. */
const deepest = 100

/**
 * Reads a JSON body; undefined when it is empty.
 * @throws {AppError} BAD_REQUEST, in EMQX's words for what is no JSON
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

/** Level by level instead of by recursion. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}
