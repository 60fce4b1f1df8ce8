import { X509Certificate } from 'node:crypto'
import { openSsl, type Pointer } from './openssl.ts'

/** OpenSSL's constants. */
const reset = 1
const pendingBytes = 10
const memoryEndReturn = 130
const setMtu = 17
const handleTimeout = 74
const wantRead = 2
const zeroReturn = 6
const repeatLater = -1

/** Bytes of a datagram that pass every IPv6 network. */
const mtu = 1232
const recordHeader = 13
const maxRecordBytes = 16_384 + recordHeader + 2048

export type Progress = 'waiting' | 'done' | 'failed' | 'closed'

/** One DTLS connection of OpenSSL, without sockets: `feed` takes a received datagram, `take` returns those to send. */
export class DtlsConnection {
  readonly #ssl: Pointer
  readonly #received: Pointer
  readonly #toSend: Pointer
  #isFree = false
  #leastEncrypted = 0

  constructor(context: Pointer) {
    const ssl = openSsl()
    this.#ssl = ssl.newConnection(context)
    if (this.#ssl === null) throw new Error(`DTLS: ${lastError()}`)
    this.#received = ssl.newBio(ssl.memory())
    this.#toSend = ssl.newBio(ssl.memory())
    // Without bytes a read must be repeated later; by default it is the end of the connection.
    for (const bio of [this.#received, this.#toSend]) ssl.controlBio(bio, memoryEndReturn, repeatLater, null)
    ssl.setBios(this.#ssl, this.#received, this.#toSend)
    ssl.control(this.#ssl, setMtu, mtu, null)
    ssl.acceptState(this.#ssl)
  }

  feed(datagram: Uint8Array): void {
    if (isTooShort(datagram, this.#leastEncrypted)) return
    openSsl().writeBio(this.#received, datagram, datagram.length)
  }

  /** Answers a ClientHello without storing state. Returns true if its cookie is right: then `handshake` continues. */
  listen(datagram: Uint8Array): boolean {
    const ssl = openSsl()
    ssl.clearErrors()
    // The rest of an invalid datagram.
    ssl.controlBio(this.#received, reset, 0, null)
    this.feed(datagram)
    const address = ssl.newAddress()
    try {
      return ssl.listen(this.#ssl, address) === 1
    } finally {
      ssl.freeAddress(address)
      ssl.clearErrors()
    }
  }

  handshake(): Progress {
    const ssl = openSsl()
    ssl.clearErrors()
    const progress = this.#progressOf(ssl.handshake(this.#ssl))
    if (progress === 'done' && this.#leastEncrypted === 0)
      this.#leastEncrypted = overheadOf(ssl.cipherName(ssl.currentCipher(this.#ssl)))
    return progress
  }

  /** The content of one record, or the state. */
  read(): Buffer | Progress {
    const ssl = openSsl()
    ssl.clearErrors()
    const count = ssl.read(this.#ssl, scratch, scratch.length)
    // The space is used again before the protocol has finished with the bytes.
    return count > 0 ? Buffer.from(scratch.subarray(0, count)) : this.#progressOf(count)
  }

  write(bytes: Uint8Array): boolean {
    const ssl = openSsl()
    ssl.clearErrors()
    return ssl.write(this.#ssl, bytes, bytes.length) > 0
  }

  /** Repeats the last messages of the handshake if their time has come. */
  checkTimeout(): void {
    const ssl = openSsl()
    ssl.clearErrors()
    ssl.control(this.#ssl, handleTimeout, 0, null)
    ssl.clearErrors()
  }

  shutdown(): void {
    const ssl = openSsl()
    ssl.clearErrors()
    ssl.shutdown(this.#ssl)
    ssl.clearErrors()
  }

  /** The datagrams to send: records that fit are sent together. */
  take(): readonly Uint8Array[] {
    const ssl = openSsl()
    const total = ssl.controlBio(this.#toSend, pendingBytes, 0, null)
    if (total <= 0) return []
    const bytes = Buffer.alloc(total)
    const count = ssl.readBio(this.#toSend, bytes, total)
    return toDatagrams(bytes.subarray(0, Math.max(count, 0)))
  }

  get certificate(): X509Certificate | undefined {
    const ssl = openSsl()
    const found = ssl.peerCertificate(this.#ssl)
    if (found === null) return undefined
    const bio = ssl.newBio(ssl.memory())
    try {
      ssl.toDer(bio, found)
      const der = Buffer.alloc(Math.max(ssl.controlBio(bio, pendingBytes, 0, null), 0))
      ssl.readBio(bio, der, der.length)
      return new X509Certificate(der)
    } finally {
      ssl.freeBio(bio)
      ssl.freeCertificate(found)
    }
  }

  /** Must be called when the connection is no longer used. */
  free(): void {
    if (this.#isFree) return
    this.#isFree = true
    // With its memory for bytes.
    openSsl().freeConnection(this.#ssl)
  }

  get isFree(): boolean {
    return this.#isFree
  }

  #progressOf(result: number): Progress {
    if (result > 0) return 'done'
    const error = openSsl().errorOf(this.#ssl, result)
    if (error === wantRead) return 'waiting'
    return error === zeroReturn ? 'closed' : 'failed'
  }
}

const scratch = Buffer.alloc(maxRecordBytes)

/** Divides records, each of which must be in one datagram. */
function toDatagrams(records: Buffer): readonly Uint8Array[] {
  const datagrams: Uint8Array[] = []
  let start = 0
  let end = 0
  while (end + recordHeader <= records.length) {
    const next = end + recordHeader + records.readUInt16BE(end + recordHeader - 2)
    if (next - start > mtu && end > start) {
      datagrams.push(records.subarray(start, end))
      start = end
    }
    end = next
  }
  if (end > start) datagrams.push(records.subarray(start, end))
  return datagrams
}

/** Bytes that a cipher suite adds to each record: explicit nonce and tag. */
const overheadOf = (cipher: string) => (/GCM|CCM(?!8)/.test(cipher) ? 24 : /CCM8|CHACHA20/.test(cipher) ? 16 : 0)

/**
 * Whether a datagram has an encrypted record that is too short for its tag. OpenSSL 3.0 ends the connection then instead of ignoring the
 * datagram [RFC 6347, 4.1.2.7], so that anyone who forges the address could end it.
 */
function isTooShort(datagram: Uint8Array, least: number): boolean {
  if (least === 0) return false
  const view = new DataView(datagram.buffer, datagram.byteOffset, datagram.byteLength)
  for (let at = 0; at + recordHeader <= datagram.length; at += recordHeader + view.getUint16(at + recordHeader - 2))
    if (view.getUint16(at + 3) > 0 && view.getUint16(at + recordHeader - 2) < least) return true
  return false
}

/** OpenSSL's reason of the last failure. */
export function lastError(): string {
  const ssl = openSsl()
  const code = ssl.nextError()
  ssl.clearErrors()
  if (Number(code) === 0) return 'no reason'
  const text = Buffer.alloc(256)
  ssl.errorText(code, text, text.length)
  return text.subarray(0, Math.max(text.indexOf(0), 0)).toString()
}

/** Whether a datagram starts a new connection: an unencrypted ClientHello. */
export const isClientHello = (datagram: Uint8Array): boolean =>
  datagram[0] === 22 && datagram[3] === 0 && datagram[4] === 0 && datagram[recordHeader] === 1
