/** Values for the placeholders of one message. */
export interface PlaceholderContext {
  /** 1 for the first message of a repetition. */
  readonly counter: number
  /** Milliseconds since 1970. */
  readonly now: number
  readonly clientId: string
  readonly random?: () => number
  readonly uuid?: () => string
}

/** All placeholders, as they are typed. */
export const placeholders = [
  '${counter}',
  '${timestamp}',
  '${iso}',
  '${random}',
  '${random:1:100}',
  '${uuid}',
  '${clientid}',
] as const

/** Replaces known placeholders; any other `${...}` is unchanged. */
export function replacePlaceholders(text: string, context: PlaceholderContext): string {
  return text.replaceAll(/\$\{([a-z]+)(?::(-?\d+):(-?\d+))?\}/g, (whole, name: string, from?: string, to?: string) => {
    if (from !== undefined && name !== 'random') return whole
    return placeholderValue(name, context, from, to) ?? whole
  })
}

export const hasPlaceholders = (text: string): boolean =>
  replacePlaceholders(text, { counter: 1, now: 0, clientId: '', random: () => 0, uuid: () => '' }) !== text

function placeholderValue(
  name: string,
  { counter, now, clientId, random = Math.random, uuid = randomUuid }: PlaceholderContext,
  from?: string,
  to?: string,
): string | undefined {
  switch (name) {
    case 'counter':
      return String(counter)
    case 'timestamp':
      return String(Math.floor(now))
    case 'iso':
      return new Date(now).toISOString()
    case 'random':
      return from === undefined ? String(random()) : String(randomBetween(Number(from), Number(to), random()))
    case 'uuid':
      return uuid()
    case 'clientid':
      return clientId
    default:
      return undefined
  }
}

/** A random whole number from one bound to the other, inclusive, in any order. */
function randomBetween(from: number, to: number, random: number): number {
  const [low, high] = [Math.min(from, to), Math.max(from, to)]
  return low + Math.floor(random * (high - low + 1))
}

/** RFC 9562, version 4. `crypto.randomUUID` is not available on plain http except on localhost. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  }).join('')
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}
