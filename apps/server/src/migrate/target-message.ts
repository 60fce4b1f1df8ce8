const longest = 600

/**
 * What an answer that is not good says, in the target's own words with the field named: `root.pool_size: must be positive`.
 * The value that was refused is left out: it may be a secret. Nothing but `code`, `message` and `reason` of a JSON answer is told, so that
 * nobody reads other services through this.
 */
export function messageOf(status: number, body: unknown): string {
  const said = isRecord(body) ? sentence(body) : ''
  return said === '' ? `HTTP ${status}` : clip(said)
}

function sentence({ code, message, reason }: Readonly<Record<string, unknown>>): string {
  const text = explained(message ?? reason)
  if (typeof code !== 'string' || text.includes(code)) return text
  return text === '' ? code : `${code}: ${text}`
}

/** EMQX writes `{"kind":"validation_error","path":"root.x","reason":"...","value":...}` into a text, or several of them into a list. */
function explained(message: unknown): string {
  if (typeof message === 'string') {
    const inner = parse(message)
    return inner === undefined ? message : explained(inner)
  }
  if (Array.isArray(message)) return message.slice(0, 5).map(explained).filter(Boolean).join('; ')
  if (!isRecord(message)) return message === undefined || message === null ? '' : String(message)
  const { path, reason, kind, matched_type: type, unknown: names } = message
  const why = [typeof reason === 'string' ? reason : kind, names].filter((part) => typeof part === 'string').join(' ')
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

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
