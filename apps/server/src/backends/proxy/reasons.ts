/** Readable reason why a node did not respond. Contains nothing of the request. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error)
  const message = causeOf(error)?.message ?? 'unknown'
  return known[code] ?? (code === '' ? message : `${code.toLowerCase()}: ${message}`)
}

/** undici rejects the request itself, so no node is at fault. */
export const isOfTheRequest = (error: unknown): boolean =>
  ['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED'].includes(codeOf(error))

/** Whether it is a timeout. */
export const isTimeout = (error: unknown): boolean =>
  ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'ETIMEDOUT', silent, deadline].includes(codeOf(error))

/** Code of {@link silentNode}. */
const silent = 'MQDECK_SILENT'

/** The node accepts the connection but responds neither to the request nor to a probe. */
export const silentNode = () => Object.assign(new Error('the node does not respond'), { code: silent })

/** Code of an `AbortSignal.timeout`. */
const deadline = 'TIMEOUTERROR'

const known: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name lookup failed',
  ETIMEDOUT: 'no response',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'no response in time',
  [silent]: 'no response',
  [deadline]: 'no response',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate is self-signed; set MQDECK_BROKER_CA_FILE to trust it',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate is signed by an unknown CA; set MQDECK_BROKER_CA_FILE to trust it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate is signed by an unknown CA; set MQDECK_BROKER_CA_FILE to trust it',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate is signed by an unknown CA; set MQDECK_BROKER_CA_FILE to trust it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate is issued for another host name',
  CERT_HAS_EXPIRED: 'certificate has expired',
}

function codeOf(error: unknown): string {
  const found = causeOf(error)
  if (found?.name === 'TimeoutError') return deadline
  return found && 'code' in found ? String(found.code) : ''
}

/** A host name with several addresses fails once per address. */
function causeOf(error: unknown): Error | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0])
  if (!(error instanceof Error)) return undefined
  return 'code' in error || error.cause === undefined ? error : (causeOf(error.cause) ?? error)
}
