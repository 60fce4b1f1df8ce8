import { isRecord } from '@mqdeck/contract'

const longest = 600

/** Masks secrets in a text. */
type Hide = (text: string) => string

/**
 * Message of an error response in the target's words with the field: `root.pool_size: must be positive`. The rejected
 * value is omitted, because it may be a secret. Only `code`, `message` and `reason` of a JSON response are used, so
 * that responses of other services cannot be read this way.
 * @param hide masks the secrets of the source in the message
 */
export function messageOf(status: number, body: unknown, hide: Hide = (text) => text): string {
  const said = isRecord(body) ? sentence(body, hide) : ''
  return said === '' ? `HTTP ${status}` : clip(said)
}

function sentence({ code, message, reason }: Readonly<Record<string, unknown>>, hide: Hide): string {
  const text = explained(message ?? reason, hide)
  if (typeof code !== 'string' || text.includes(code)) return text
  return text === '' ? code : `${code}: ${text}`
}

/**
 * EMQX puts `{"kind":"validation_error","path":"root.x","reason":"...","value":...}` into a text, or several of them
 * into a list.
 */
function explained(message: unknown, hide: Hide): string {
  if (typeof message === 'string') {
    const inner = parse(message)
    return inner === undefined ? hide(message) : explained(inner, hide)
  }
  if (Array.isArray(message))
    return message
      .slice(0, 5)
      .map((one) => explained(one, hide))
      .filter(Boolean)
      .join('; ')
  if (!isRecord(message)) return message === undefined || message === null ? '' : hide(String(message))
  const { path, reason, kind, matched_type: type, unknown: names } = message
  const why = [typeof reason === 'string' ? hide(reason) : kind, names]
    .filter((part) => typeof part === 'string')
    .join(' ')
  const where = typeof path === 'string' && path !== '' ? `${path}: ` : ''
  const what = typeof type === 'string' ? ` (${type})` : ''
  return why === '' ? '' : `${where}${why}${what}`
}

function parse(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a sentence
  }
}

const clip = (text: string) => (text.length > longest ? `${text.slice(0, longest)} ...` : text)
