/** Displayed fields of a certificate. */
export interface Certificate {
  /** `CN=broker.example, O=Example`. */
  readonly subject: string
  readonly issuer: string
  /** DNS names, addresses and URIs it is valid for. */
  readonly names: readonly string[]
  /** Milliseconds. */
  readonly notBefore: number
  readonly notAfter: number
}

export interface PemBlock {
  /** `CERTIFICATE`, `RSA PRIVATE KEY`. */
  readonly label: string
  readonly der: Uint8Array
}

/** The blocks of a PEM text (RFC 7468), in order. Invalid blocks are omitted. */
export function pemBlocks(text: string): readonly PemBlock[] {
  const blocks = text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g)
  return [...blocks].flatMap(([, label = '', body = '']) => {
    const der = fromBase64(body)
    return der ? [{ label, der }] : []
  })
}

/**
 * Parses the displayed fields of an X.509 certificate (RFC 5280, 4.1). Nothing is verified: the broker does that.
 * Undefined if it is not a certificate.
 */
export function readCertificate(der: Uint8Array): Certificate | undefined {
  try {
    const [toBeSigned] = elements(contentOf(elementAt(der, 0)))
    if (!toBeSigned) return undefined
    const fields = elements(contentOf(toBeSigned))
    // The version is optional; without it, the serial number comes first.
    const start = fields[0]?.tag === 0xa0 ? 1 : 0
    const [issuer, validity, subject] = [fields[start + 2], fields[start + 3], fields[start + 4]]
    if (!issuer || !validity || !subject) return undefined
    const [notBefore, notAfter] = elements(contentOf(validity)).map(readTime)
    if (notBefore === undefined || notAfter === undefined) return undefined
    const extensions = fields.find(({ tag }) => tag === 0xa3)
    return {
      subject: readName(subject),
      issuer: readName(issuer),
      names: extensions ? readAlternativeNames(extensions) : [],
      notBefore,
      notAfter,
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * Converts a DER file to PEM: a certificate, or a private key (PKCS #8, PKCS #1 or SEC 1). Undefined for everything
 * else, such as PKCS #12, which requires a password.
 */
export function pemOfDer(der: Uint8Array): string | undefined {
  const label = readCertificate(der) ? 'CERTIFICATE' : keyLabel(der)
  if (label === undefined) return undefined
  const base64 = btoa(Array.from(der, (byte) => String.fromCharCode(byte)).join(''))
  return [`-----BEGIN ${label}-----`, ...(base64.match(/.{1,64}/g) ?? []), `-----END ${label}-----`, ''].join('\n')
}

/** By the tag after the version: an algorithm, a modulus, or the key itself. */
const keyLabels: Readonly<Record<number, string>> = {
  48: 'PRIVATE KEY',
  2: 'RSA PRIVATE KEY',
  4: 'EC PRIVATE KEY',
}

function keyLabel(der: Uint8Array): string | undefined {
  try {
    const whole = elementAt(der, 0)
    const [version, next] = whole.tag === 0x30 ? elements(contentOf(whole)) : []
    if (version?.tag !== 2 || !next) return undefined
    // PKCS #12 starts with version 3.
    const [number = 3] = contentOf(version)
    return contentOf(version).length === 1 && number <= 1 ? keyLabels[next.tag] : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** A DER value (X.690): its tag and the range of its content. */
interface Element {
  readonly tag: number
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

function elementAt(bytes: Uint8Array, offset: number): Element {
  const tag = byteAt(bytes, offset)
  const first = byteAt(bytes, offset + 1)
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  let length = first < 0x80 ? first : 0
  for (let index = 0; index < lengthBytes; index++) length = length * 256 + byteAt(bytes, offset + 2 + index)
  const start = offset + 2 + lengthBytes
  const end = start + length
  if (end > bytes.length || lengthBytes > 4) throw new RangeError('ends too early')
  return { tag, bytes, start, end }
}

function byteAt(bytes: Uint8Array, offset: number): number {
  const byte = bytes[offset]
  if (byte === undefined) throw new RangeError('ends too early')
  return byte
}

const contentOf = ({ bytes, start, end }: Element) => bytes.subarray(start, end)

function elements(bytes: Uint8Array): readonly Element[] {
  const found: Element[] = []
  for (let offset = 0; offset < bytes.length; ) {
    const element = elementAt(bytes, offset)
    found.push(element)
    offset = element.end
  }
  return found
}

const attributeNames: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
}

/** The common name first, because users look for it. */
function readName(name: Element): string {
  const parts = elements(contentOf(name)).flatMap((set) =>
    elements(contentOf(set)).map((attribute) => {
      const [type, value] = elements(contentOf(attribute))
      if (!type || !value) throw new RangeError('an attribute without a value')
      const id = readIdentifier(contentOf(type))
      return { type: attributeNames[id] ?? id, text: readText(value) }
    }),
  )
  const ordered = [...parts.filter(({ type }) => type === 'CN'), ...parts.filter(({ type }) => type !== 'CN')]
  return ordered.map(({ type, text }) => `${type}=${text}`).join(', ')
}

/** BMPString has two bytes per character; the others are ASCII or UTF-8. */
function readText(value: Element): string {
  return new TextDecoder(value.tag === 0x1e ? 'utf-16be' : 'utf-8').decode(contentOf(value))
}

function readIdentifier(bytes: Uint8Array): string {
  const parts: number[] = []
  let part = 0
  for (const byte of bytes) {
    part = part * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      parts.push(part)
      part = 0
    }
  }
  const [first = 0, ...rest] = parts
  const top = Math.min(2, Math.floor(first / 40))
  return [top, first - top * 40, ...rest].join('.')
}

/** UTCTime has two digits for a year from 1950 to 2049 (RFC 5280, 4.1.2.5.1). */
function readTime(time: Element): number | undefined {
  const text = new TextDecoder().decode(contentOf(time))
  const short = time.tag === 0x17 ? (Number(text.slice(0, 2)) < 50 ? `20${text}` : `19${text}`) : text
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(short)
  if (!match) return undefined
  const [year = 0, month = 1, day, hour, minute, second] = match.slice(1).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const alternativeNames = '2.5.29.17'

function readAlternativeNames(extensions: Element): readonly string[] {
  const [list] = elements(contentOf(extensions))
  const found =
    list &&
    elements(contentOf(list)).find((one) => {
      const [id] = elements(contentOf(one))
      return id !== undefined && readIdentifier(contentOf(id)) === alternativeNames
    })
  // The flag `critical` between identifier and value is optional.
  const value = found && elements(contentOf(found)).at(-1)
  const [names] = value ? elements(contentOf(value)) : []
  return names ? elements(contentOf(names)).flatMap(readGeneralName) : []
}

/** RFC 5280, 4.2.1.6: e-mail, DNS name, URI, address. */
function readGeneralName(name: Element): readonly string[] {
  if (name.tag === 0x87) return [readAddress(contentOf(name))]
  return [0x81, 0x82, 0x86].includes(name.tag) ? [readText(name)] : []
}

function readAddress(bytes: Uint8Array): string {
  if (bytes.length === 4) return [...bytes].join('.')
  const groups = Array.from({ length: bytes.length / 2 }, (_, index) =>
    (byteAt(bytes, index * 2) * 256 + byteAt(bytes, index * 2 + 1)).toString(16),
  )
  return groups.join(':').replace(/(^|:)0(:0)+(:|$)/, '::')
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
