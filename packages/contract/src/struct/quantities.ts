import { parseByteSize, parseDuration, parseRate, type Rate } from '../quantities.ts'
import { type Kind, scalar } from './kind.ts'

interface Bounds {
  /** Bounds in the notation of the kind: `1s`, `1KB`. */
  readonly min?: string
  readonly max?: string
  /** EMQX prints the minimum. */
  readonly printed?: true
}

/** A duration, in plain units milliseconds. */
export const duration = (bounds: Bounds = {}): Kind<string, number> =>
  quantity('duration', parseDuration, 'a duration such as 15s, 5m or 1h30m', bounds, (count) => `${count}ms`)

/** A number of bytes. */
export const byteSize = (bounds: Bounds = {}): Kind<string, number> =>
  quantity('byteSize', parseByteSize, 'a size such as 512KB or 1MB', bounds, String)
/** The same under EMQX's name for heap sizes. */
export const wordSize = (): Kind<string, number> =>
  quantity('wordSize', parseByteSize, 'a size such as 512KB or 1MB', {}, String)

function quantity(
  type: string,
  parse: (value: unknown) => number | undefined,
  expects: string,
  { min, max, printed }: Bounds,
  fromNumber: (count: number) => string,
): Kind<string, number> {
  const least = parse(min) ?? 0
  const most = parse(max) ?? Number.POSITIVE_INFINITY
  return scalar({
    wire: { type, ...(printed && { minimum: min }) },
    openApi: { type: 'string' },
    read(value, refuse) {
      const amount = parse(value)
      if (amount === undefined) return refuse(`must be ${expects}`)
      if (amount < least) return refuse(`must be at least ${min}`)
      if (amount > most) return refuse(`must be at most ${max}`)
      return typeof value === 'number' ? fromNumber(value) : String(value)
    },
    toPlain: (value) => parse(value) ?? 0,
  })
}

/** The error for rates, fixed by the specification. */
const malformedRate = 'Please enter a properly formatted rate configuration'

/** A limit of messages, bytes or connections per time; in plain units `undefined` if there is none. */
export const rate = (): Kind<string, Rate | undefined> =>
  scalar<string, Rate | undefined>({
    wire: { type: 'string' },
    openApi: { type: 'string' },
    read: (value, refuse) => (parseRate(value) === undefined ? refuse(malformedRate) : String(value)),
    toPlain(value) {
      const read = parseRate(value)
      return read === 'infinity' ? undefined : read
    },
  })
