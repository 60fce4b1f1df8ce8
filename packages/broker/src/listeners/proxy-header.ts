import { isIPv4, isIPv6, type Socket } from 'node:net'
import { canonicalAddress } from '@mqdeck/kit'

/** The client data in a PROXY protocol header (HAProxy, versions 1 and 2). */
export interface ProxyHeader {
  /** Bytes of the header. */
  readonly length: number
  /** Undefined for `LOCAL` and `UNKNOWN`, e.g. health checks of the proxy itself. */
  readonly source: { readonly host: string; readonly port: number } | undefined
  /** Common name of the client's certificate if the proxy terminates TLS. */
  readonly commonName: string | undefined
  /** Server name the client asked for. */
  readonly serverName: string | undefined
}

const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
/** Maximum length of the line in version 1, with its end (2.1). */
const maxLineBytes = 107
const fixedPart = 16

/** Reads the PROXY header from the start of the stream and leaves the rest in the socket. */
export function readProxyHeader(
  socket: Socket,
  onHeader: (header: ProxyHeader) => void,
  onMalformed: () => void,
): void {
  let collected: Buffer = Buffer.alloc(0)
  const read = () => {
    for (let chunk: unknown = socket.read(); chunk !== null; chunk = socket.read()) {
      if (!Buffer.isBuffer(chunk)) continue
      collected = collected.length === 0 ? chunk : Buffer.concat([collected, chunk])
      const header = parseProxyHeader(collected)
      if (header === undefined) continue
      socket.off('readable', read)
      if (header === 'malformed') {
        onMalformed()
        return
      }
      if (collected.length > header.length) socket.unshift(collected.subarray(header.length))
      onHeader(header)
      return
    }
  }
  socket.on('readable', read)
}

/** Undefined if the header is incomplete, `malformed` if it is invalid. */
export function parseProxyHeader(bytes: Buffer): ProxyHeader | 'malformed' | undefined {
  const begin = bytes.subarray(0, signature.length)
  if (begin.equals(signature.subarray(0, begin.length))) return parseBinary(bytes)
  return isText(begin) ? parseLine(bytes) : 'malformed'
}

const isText = (begin: Buffer) => 'PROXY '.startsWith(begin.subarray(0, 6).toString('latin1'))

function parseLine(bytes: Buffer): ProxyHeader | 'malformed' | undefined {
  const end = bytes.indexOf('\r\n')
  if (end === -1) return bytes.length < maxLineBytes ? undefined : 'malformed'
  if (end + 2 > maxLineBytes) return 'malformed'
  const [, family, from = '', , fromPort = '', ...rest] = bytes.subarray(0, end).toString('latin1').split(' ')
  const header = { length: end + 2, commonName: undefined, serverName: undefined }
  if (family === 'UNKNOWN') return { ...header, source: undefined }
  const isFamily = (family === 'TCP4' && isIPv4(from)) || (family === 'TCP6' && isIPv6(from))
  const port = /^\d{1,5}$/.test(fromPort) ? Number(fromPort) : Number.NaN
  if (!isFamily || !(port <= 65_535) || rest.length !== 1) return 'malformed'
  return { ...header, source: { host: canonicalAddress(from), port } }
}

function parseBinary(bytes: Buffer): ProxyHeader | 'malformed' | undefined {
  if (bytes.length < fixedPart) return undefined
  const versionAndCommand = bytes.readUInt8(12)
  const command = versionAndCommand & 0x0f
  if (versionAndCommand >> 4 !== 2 || command > 1) return 'malformed'
  const length = fixedPart + bytes.readUInt16BE(14)
  if (bytes.length < length) return undefined
  const family = bytes.readUInt8(13) >> 4
  const body = bytes.subarray(fixedPart, length)
  if (command === 0) return { length, source: undefined, commonName: undefined, serverName: undefined }
  const addresses = addressesOf(family, body)
  if (addresses === undefined) return 'malformed'
  const { commonName, serverName } = readExtras(body.subarray(addresses.size))
  return { length, source: addresses.source, commonName, serverName }
}

/** 2.2: IPv4 and IPv6. Unix sockets and unspecified families have no address. */
function addressesOf(family: number, body: Buffer) {
  const size = [0, 12, 36, 216][family]
  if (size === undefined || body.length < size) return undefined
  if (family === 1) return { size, source: { host: body.subarray(0, 4).join('.'), port: body.readUInt16BE(8) } }
  if (family === 2) return { size, source: { host: ipv6Of(body.subarray(0, 16)), port: body.readUInt16BE(32) } }
  return { size, source: undefined }
}

function ipv6Of(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16))
  return canonicalAddress(groups.join(':'))
}

const types = { authority: 0x02, tls: 0x20, commonName: 0x22 } as const
/** Bytes of client flags and verify result in front of the nested values of 0x20. */
const tlsHead = 5

function readExtras(bytes: Buffer): Pick<ProxyHeader, 'commonName' | 'serverName'> {
  const extras = toExtras(bytes)
  const tls = extras.get(types.tls)
  const inTls = tls && tls.length >= tlsHead ? toExtras(tls.subarray(tlsHead)) : undefined
  // `verify` is 0 if the proxy has verified the certificate.
  const isVerified = tls !== undefined && tls.length >= tlsHead && tls.readUInt32BE(1) === 0
  return {
    commonName: isVerified ? inTls?.get(types.commonName)?.toString('utf8') : undefined,
    serverName: extras.get(types.authority)?.toString('utf8'),
  }
}

/** 2.2.1: type, length, value. Truncated values are omitted. */
function toExtras(bytes: Buffer): ReadonlyMap<number, Buffer> {
  const extras = new Map<number, Buffer>()
  for (let at = 0; at + 3 <= bytes.length; ) {
    const end = at + 3 + bytes.readUInt16BE(at + 1)
    if (end > bytes.length) break
    extras.set(bytes.readUInt8(at), bytes.subarray(at + 3, end))
    at = end
  }
  return extras
}
