/** What the placeholders of one message stand for. */
export interface TemplateContext {
  /** 1 for the first message of a run. */
  readonly counter: number
  /** Milliseconds since 1970. */
  readonly now: number
  readonly clientId: string
  readonly random?: () => number
  readonly uuid?: () => string
}

/** Those that there are, as they are typed; the last with its bounds. */
export const placeholders = [
  '${counter}',
  '${timestamp}',
  '${iso}',
  '${random}',
  '${random:1:100}',
  '${uuid}',
  '${clientid}',
] as const

/** Replaces the placeholders it knows; `${anything else}` stays as it was typed. */
export function fillIn(text: string, context: TemplateContext): string {
  return text.replaceAll(/\$\{([a-z]+)(?::(-?\d+):(-?\d+))?\}/g, (whole, name: string, from?: string, to?: string) => {
    if (from !== undefined && name !== 'random') return whole
    return standsFor(name, context, from, to) ?? whole
  })
}

export const hasPlaceholders = (text: string): boolean =>
  fillIn(text, { counter: 1, now: 0, clientId: '', random: () => 0, uuid: () => '' }) !== text

function standsFor(
  name: string,
  { counter, now, clientId, random = Math.random, uuid = randomUuid }: TemplateContext,
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
      return from === undefined ? String(random()) : String(between(Number(from), Number(to), random()))
    case 'uuid':
      return uuid()
    case 'clientid':
      return clientId
    default:
      return undefined
  }
}

/** A whole number, both bounds included, in whichever order they are given. */
function between(from: number, to: number, share: number): number {
  const [low, high] = [Math.min(from, to), Math.max(from, to)]
  return low + Math.floor(share * (high - low + 1))
}

/** RFC 9562, version 4. `crypto.randomUUID` is missing on plain http from anything but localhost. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = Array.from(bytes, (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  }).join('')
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}
