/** The first message of a client (RFC 5802, 7): `n,,n=user,r=nonce`. */
export interface ClientFirst {
  /** `n,,` */
  readonly header: string
  /** All that follows the header. */
  readonly bare: string
  readonly username: string
  readonly nonce: string
}

export interface ClientFinal {
  /** All before the proof. */
  readonly withoutProof: string
  /** The header again, as bytes. */
  readonly channel: string
  readonly nonce: string
  readonly proof: Buffer
}

/** Undefined if the message is invalid or requests an unsupported feature: channel binding, extensions. */
export function readClientFirst(data: Uint8Array | undefined): ClientFirst | undefined {
  const text = toText(data)
  const [, header, authorized, bare, name, nonce] =
    /^([ny],(?:a=([^,]+))?,)(n=([^,]+),r=([!-+\--~]+)(?:,.*)?)$/s.exec(text) ?? []
  if (header === undefined || bare === undefined || name === undefined || nonce === undefined) return undefined
  const username = unescaped(name)
  if (username === undefined) return undefined
  if (authorized !== undefined && unescaped(authorized) !== username) return undefined
  return { header, bare, username, nonce }
}

export function readClientFinal(data: Uint8Array | undefined): ClientFinal | undefined {
  const [, withoutProof, channel, nonce, proof] =
    /^(c=([A-Za-z0-9+/=]+),r=([!-+\--~]+)(?:,[^,]*)*),p=([A-Za-z0-9+/=]+)$/s.exec(toText(data)) ?? []
  if (withoutProof === undefined || channel === undefined || nonce === undefined || proof === undefined)
    return undefined
  return { withoutProof, channel, nonce, proof: Buffer.from(proof, 'base64') }
}

/** Bytes of the longest message that is looked at. */
const longest = 8192

const toText = (data: Uint8Array | undefined): string =>
  data === undefined || data.length > longest ? '' : Buffer.from(data).toString('utf8')

/** `=2C` is a comma, `=3D` is `=`; nothing else follows a `=`. */
function unescaped(name: string): string | undefined {
  return /=(?!2C|3D)/.test(name) ? undefined : name.replaceAll('=2C', ',').replaceAll('=3D', '=')
}
