import type { Socket } from 'node:net'
import { createScramServer, type Login, type ScramServer } from '../mongo-peer/scram.ts'
import type { Conversation, createApis } from './apis.ts'
import { errors } from './logs.ts'
import { bytes, createReader, i16, i32, list, type Reader, text } from './wire.ts'

export interface PeerPort {
  readonly port: number
  readonly apis: ReturnType<typeof createApis>
  /** Credentials of this port. Undefined: no authentication. */
  readonly login: Login | undefined
}

const mechanisms = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512']
const keys = { apiVersions: 18, saslHandshake: 17, saslAuthenticate: 36 } as const
const maxFrame = 100 * 1024 * 1024

/** Handles the requests of one connection, one after the other. */
export function converse(socket: Socket, { port, apis, login }: PeerPort): void {
  const conversation: Conversation = { port, memberships: new Map() }
  const admission = login && createAdmission(login)
  let rest = Buffer.alloc(0)
  let last = Promise.resolve()

  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE(0)) {
      const size = rest.readUInt32BE(0)
      if (size > maxFrame) return socket.destroy()
      const frame = Buffer.from(rest.subarray(4, 4 + size))
      rest = rest.subarray(4 + size)
      // Invalid data closes the connection, as in Kafka.
      last = last.then(() => answerTo(frame)).catch(() => void socket.destroy())
    }
    return undefined
  })
  socket.on('close', () => {
    for (const [id, group] of conversation.memberships) group.leave(id)
  })
  socket.on('error', () => {})

  async function answerTo(frame: Buffer): Promise<void> {
    const request = createReader(frame)
    const [key, version, correlation] = [request.i16(), request.i16(), request.i32()]
    request.nullableText() // client id
    const answer = await bodyOf(key, version, request)
    if (answer && socket.writable) socket.write(bytes(Buffer.concat([i32(correlation), answer])))
  }

  async function bodyOf(key: number, version: number, request: Reader): Promise<Buffer | undefined> {
    if (key === keys.apiVersions) return versionsOf(version)
    if (key === keys.saslHandshake) return admission?.handshake(request)
    if (key === keys.saslAuthenticate) return admission?.authenticate(request)
    const api = apis.get(key)
    if (!api || api.version !== version) throw new Error(`API ${key} is not spoken in version ${version}`)
    if (admission && !admission.isIn()) throw new Error('nobody comes in without a login')
    return api.answer(request, conversation)
  }

  function versionsOf(version: number): Buffer {
    const all = [
      ...[...apis].map(([key, api]) => [key, api.version] as const),
      [keys.apiVersions, 2] as const,
      ...(login
        ? ([
            [keys.saslHandshake, 1],
            [keys.saslAuthenticate, 0],
          ] as const)
        : []),
    ]
    const isKnown = version <= 2
    return Buffer.concat([
      i16(isKnown ? errors.none : 35),
      list(all, ([key, one]) => [i16(key), i16(key === keys.apiVersions ? 0 : one), i16(one)]),
      ...(isKnown && version > 0 ? [i32(0)] : []),
    ])
  }
}

/** SASL (Kafka protocol, "SASL Authentication Sequence"). */
function createAdmission(login: Login) {
  let mechanism = ''
  let scram: ScramServer | undefined
  let isIn = false

  const plain = (message: string) => {
    const [, username, password] = message.split('\0')
    return username === login.username && password === login.password ? '' : undefined
  }
  const inTwoSteps = (message: string) => {
    if (scram) return scram.final(message)
    scram = createScramServer(login, mechanism === 'SCRAM-SHA-512' ? 'sha512' : 'sha256')
    return scram.first(message)
  }
  return {
    isIn: () => isIn,
    handshake(request: Reader): Buffer {
      mechanism = request.text()
      const error = mechanisms.includes(mechanism) ? errors.none : errors.unsupportedSaslMechanism
      return Buffer.concat([i16(error), list(mechanisms, (one) => [text(one)])])
    },
    authenticate(request: Reader): Buffer {
      const message = request.bytes().toString()
      const isFirst = scram === undefined
      const answer = mechanism === 'PLAIN' ? plain(message) : inTwoSteps(message)
      isIn = answer !== undefined && (mechanism === 'PLAIN' || !isFirst)
      return answer === undefined
        ? Buffer.concat([i16(errors.saslAuthenticationFailed), text('Authentication failed'), bytes(Buffer.alloc(0))])
        : Buffer.concat([i16(errors.none), text(undefined), bytes(Buffer.from(answer))])
    },
  }
}
