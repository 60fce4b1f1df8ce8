import { connect, type Socket } from 'node:net'
import { isRecord } from '@mqdeck/contract'
import {
  createInbox,
  type ExHookCall,
  type ExHookProvider,
  eventually,
  everyExHook,
  type Inbox,
  startExHookProvider,
  testCertificate,
  transcript,
} from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

/** One line of a recorded conversation between clients, EMQX and an ExHook server. */
interface Line {
  readonly seq: number
  readonly dir?: 'mqtt' | 'emqx>provider'
  readonly side?: 'c>s' | 's>c'
  readonly client?: string
  readonly hex?: string
  readonly note?: string
  readonly method?: string
  readonly request?: Readonly<Record<string, unknown>>
  readonly response?: Readonly<Record<string, unknown>>
}

/** A difference of this broker from a line. With a reason only, the line does not occur. */
interface Deviation {
  readonly reason: string
  /** Sent to the client instead. */
  readonly packet?: string
  /** Calls that follow the line. */
  readonly calls?: readonly string[]
}

const emptied = { reason: 'a server that empties the topic of a message has failed, and failed_action denies it' }
const wildcard = { reason: 'a wildcard in a topic is a failure of the server and does not end the connection' }
const denied = { reason: 'failed_action deny also denies messages' }
/** PUBACK with "implementation specific error". */
const packet = '4003000183'

/** By the number of the line. `conformance/differences.md` describes them. */
const deviations: Readonly<Record<string, Readonly<Record<number, Deviation>>>> = {
  changes: {
    355: { ...emptied, packet },
    ...Object.fromEntries([356, 357, 358, 359].map((seq) => [seq, emptied])),
    374: wildcard,
    375: { ...wildcard, packet },
    376: { ...wildcard, calls: ['OnClientDisconnected', 'OnSessionTerminated'] },
  },
  failures: {
    40: { ...denied, packet },
    ...Object.fromEntries([41, 42, 43, 44, 46, 47].map((seq) => [seq, denied])),
  },
}
/** Afterwards, the recorder stopped its server, or removed it: see `packages/extensions/src/exhook/exhook.integration.test.ts`. */
const lastLine: Readonly<Record<string, number>> = { failures: 77, 'authenticate-with-chain': 138 }

let all: TestServer
let provider: ExHookProvider
beforeAll(async () => {
  all = await startTestServer()
  provider = await startExHookProvider({ hooks: everyExHook })
})
afterAll(async () => {
  await all?.stop()
  await provider?.stop()
})

const server = () => ({ name: 'prov', url: `http://127.0.0.1:${provider.port}`, pool_size: 2, auto_reconnect: '3s' })

for (const name of ['tls', 'lifecycle'])
  test(`a server is loaded and unloaded as in the recording grpc-${name}`, async () => {
    const { cert, key } = await testCertificate()
    const secure = name === 'tls' ? await startExHookProvider({ hooks: everyExHook, tls: { cert, key } }) : undefined
    if (secure) onTestFinished(() => secure.stop())
    const https = { url: `https://127.0.0.1:${secure?.port}`, ssl: { enable: true, verify: 'verify_none' } }
    expect((await all.call('POST', '/exhooks', { ...server(), ...(secure && https) })).status).toBe(200)
    expect((await all.call('DELETE', '/exhooks/prov')).status).toBe(204)
    for (const { method, request = {}, seq } of readLines(name)) {
      const call = await (secure ?? provider).calls.take(() => true, `line ${seq}`)
      expect(call.method).toBe(method)
      expect(shapeOf(call.request)).toEqual(shapeOf(request))
      expect(call.metadata['grpc-message-type']).toMatch(/^emqx\.exhook\.v2\.Provider\w+Request$/)
    }
  })

test('a server is loaded for the recorded conversations', async () => {
  expect((await all.call('POST', '/exhooks', server())).body).toMatchObject({ node_status: [{ status: 'connected' }] })
  provider.calls.clear()
})

for (const name of ['authenticate-ignore', 'flows', 'changes', 'failures', 'authenticate-with-chain', 'authorize'])
  test(`calls and packets are those of the recording grpc-${name}`, async () => {
    const clients = new Map<string, Client>()
    const ids = new Map<string, string>()
    const lines = readLines(name)
    if (name === 'failures' && listening) clients.set('listener', listening)
    for (const [index, line] of lines.entries()) {
      const { seq, dir, side, client: clientId = '', hex = '', method, request } = line
      if (seq > (lastLine[name] ?? Number.POSITIVE_INFINITY)) break
      const place = `${name} ${seq}`
      if (line.note?.startsWith('---')) await prepare(name, line.note, answersOf(lines.slice(index + 1)))
      const deviation = deviations[name]?.[seq]
      if (deviation && !deviation.packet && !deviation.calls) continue
      const takeCall = (key: string, what: string) =>
        provider.calls.take((one) => clientOf(one.request) === key, `${place} ${what} of ${key}`)
      if (dir === 'mqtt' && side === 'c>s') {
        if (hex.startsWith('10')) clients.set(clientId, openClient(clients.get(clientId)))
        clients.get(clientId)?.send(hex)
        for (const method of deviation?.calls ?? [])
          expect((await takeCall(clientId, method)).method, place).toBe(method)
      } else if (dir === 'mqtt') {
        await clients.get(clientId)?.expect(deviation?.packet ?? hex, place)
      } else if (method !== undefined && request) {
        const call = await takeCall(clientOf(request), method)
        expect(call.method, place).toBe(method)
        expect(comparable(call), place).toEqual(expected(request, ids, call))
        expect(call.metadata['grpc-message-type'], place).toMatch(/^emqx\.exhook\.v2\.\w+Request$/)
      }
    }
    if (name === 'changes') listening = clients.get('listener')
    else for (const client of clients.values()) client.close()
    if (name !== 'changes')
      await eventually(
        () => [...all.server.broker.clients()].every(({ connected }) => !connected),
        () => 'a client is connected',
      )
    const late = provider.calls.unread.filter(({ request }) => !endings.has(clientOf(request)))
    expect(late.map(({ method, request }) => `${method} ${clientOf(request)}`)).toEqual([])
    provider.calls.clear()
  })

/** The subscriber of `changes` is connected in `failures`, too. */
let listening: Client | undefined
/** Clients that the recording leaves connected, or that the deviations leave. */
const endings = new Set(['c1', 'c2', 'c6', 'listener', 'p1', 'f1'])

/** Repeats the steps of the tester between two parts of the conversation. */
async function prepare(name: string, note: string, answers: ReadonlyMap<string, Readonly<Record<string, unknown>>>) {
  const [, failing] = /provider raises in (On\w+)/.exec(note) ?? []
  const usual = {
    OnClientAuthenticate: { type: 'CONTINUE', bool_result: true },
    OnClientAuthorize: { type: 'IGNORE' },
    OnMessagePublish: { type: 'IGNORE' },
  }
  for (const [method, answer] of Object.entries(usual)) await provider.answer(method, answers.get(method) ?? answer)
  for (const method of ['OnClientConnect', 'OnClientSubscribe']) await provider.answer(method, {})
  if (failing !== undefined) await provider.answer(failing, { raise: true, quiet: true })
  if (note.includes('kick c3')) await all.call('DELETE', '/clients/c3')
  if (note.includes('REST publish')) await all.call('POST', '/publish', { topic: 't/rest', payload: 'p', qos: 1 })
  if (name === 'authenticate-with-chain' && note.includes('hook IGNORE, user good/pw')) await addChain()
  if (name !== 'authorize') return
  if (note.includes('provider raises')) await provider.answer('OnClientAuthorize', { raise: true, quiet: true })
  if (note.includes('default acl.conf')) await all.call('DELETE', '/authentication/password_based%3Abuilt_in_database')
  const [, noMatch] = /no_match (allow|deny)/.exec(note) ?? []
  if (noMatch === undefined) return
  await all.call('DELETE', '/authorization/sources/file')
  const settings = { no_match: noMatch, deny_action: 'ignore', cache: { enable: true, max_size: 32, ttl: '1m' } }
  expect((await all.call('PUT', '/authorization/settings', settings)).status).toBe(200)
}

async function addChain() {
  const id = 'password_based%3Abuilt_in_database'
  const hash = { name: 'plain', salt_position: 'disable' }
  const chain = { mechanism: 'password_based', backend: 'built_in_database', user_id_type: 'username' }
  await all.call('POST', '/authentication', { ...chain, password_hash_algorithm: hash })
  const user = await all.call('POST', `/authentication/${id}/users`, { user_id: 'good', password: 'pw' })
  expect(user.status).toBe(201)
}

/** The answers until the next note. */
function answersOf(lines: readonly Line[]): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const end = lines.findIndex(({ note }) => note?.startsWith('---'))
  const answers = new Map<string, Readonly<Record<string, unknown>>>()
  for (const { method, response } of lines.slice(0, end < 0 ? undefined : end))
    if (method !== undefined && response) answers.set(method, toJson(response))
  return answers
}

/** Payloads are recorded as text. */
const toJson = (response: Readonly<Record<string, unknown>>) =>
  isRecord(response.message)
    ? {
        ...response,
        message: { ...response.message, payload: Buffer.from(String(response.message.payload)).toString('base64') },
      }
    : response

function readLines(name: string): readonly Line[] {
  return transcript('exhook', name) as unknown as readonly Line[] // the format of the recordings
}

function clientOf({ clientinfo, conninfo, message }: Readonly<Record<string, unknown>>): string {
  if (isRecord(clientinfo)) return String(clientinfo.clientid)
  if (isRecord(conninfo)) return String(conninfo.clientid)
  return isRecord(message) ? String(message.from) : ''
}

/** Values that differ on every run, or that name the product. */
const own = new Set(['node', 'version', 'sysdescr', 'cluster_name', 'sockport', 'peerport', 'timestamp'])

/** Their names and types, for values that cannot be the same. */
const shapeOf = (value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)])) : 'value'

function comparable({ request }: ExHookCall): unknown {
  return simplified(request, (key, value) =>
    key === 'payload' ? Buffer.from(String(value), 'base64').toString() : value,
  )
}

/** The recorded request with the message ID of this run: all calls about a message must have the same. */
function expected(request: object, ids: Map<string, string>, call: ExHookCall): unknown {
  const actual = isRecord(call.request.message) ? String(call.request.message.id) : ''
  return simplified(request, (key, value) => {
    if (key !== 'id') return value
    if (!ids.has(String(value))) ids.set(String(value), actual)
    return ids.get(String(value))
  })
}

function simplified(request: object, change: (key: string, value: unknown) => unknown): unknown {
  return JSON.parse(
    JSON.stringify(request, (key, value: unknown) => {
      if (own.has(key)) return 'own'
      // EMQX announces another limit: see `connackProperties` of the broker.
      if (isRecord(value) && value.name === 'Receive-Maximum') return { name: value.name }
      return change(key, value)
    }),
  )
}

interface Client {
  send(hex: string): void
  /** @param hex empty for the end of the connection */
  expect(hex: string, place: string): Promise<void>
  close(): void
  readonly packets: Inbox<string>
  readonly packetIds: Map<string, string>
}

/** Packets of all connections of a client are compared in the order of their arrival. */
function openClient(before: Client | undefined): Client {
  const packets = before?.packets ?? createInbox<string>((packet) => packet)
  const packetIds = before?.packetIds ?? new Map<string, string>()
  const socket: Socket = connect(all.server.ports.tcp ?? 0, '127.0.0.1')
  let rest = ''
  socket.on('data', (bytes) => {
    rest += bytes.toString('hex')
    for (let end = lengthOf(rest); end > 0 && rest.length >= end; end = lengthOf(rest)) {
      packets.push(rest.slice(0, end))
      rest = rest.slice(end)
    }
  })
  socket.on('error', () => {})
  socket.on('close', () => packets.push(''))
  return {
    packets,
    packetIds,
    // Acknowledgements have the packet ID of this run.
    send(hex) {
      const isAck = /^(40|50|62|70)02/.test(hex)
      const id = isAck ? packetIds.get(hex.slice(4, 8)) : undefined
      socket.write(Buffer.from(id === undefined ? hex : `${hex.slice(0, 4)}${id}${hex.slice(8)}`, 'hex'))
    },
    async expect(hex, place) {
      const packet = await packets.take((one) => one.slice(0, 1) === hex.slice(0, 1), `${place} ${hex}`)
      if (hex.startsWith('3')) return comparePublish(hex, packet, packetIds, place)
      // Properties of CONNACK are in the calls. IDs of messages to the client may differ.
      if (hex.startsWith('20')) expect(packet.slice(4, 8), place).toBe(hex.slice(4, 8))
      else if (/^6204/.test(hex)) expect(packet.slice(0, 2), place).toBe('62')
      else expect(withoutLength(packet), place).toBe(withoutLength(hex))
    },
    close: () => socket.destroy(),
  }
}

/** EMQX writes reason code and properties of an acknowledgement even if they are 0 and empty (MQTT 5, 3.4.2). */
const withoutLength = (hex: string) =>
  /^[4567]/.test(hex) ? `${hex.slice(0, 2)}${hex.slice(4, 8)}${hex.slice(8, 10) || '00'}` : hex

/** In hexadecimal digits; 0 if the length is not complete. The packets are short. */
const lengthOf = (hex: string) => (hex.length < 4 ? 0 : 4 + 2 * Number.parseInt(hex.slice(2, 4), 16))

function comparePublish(recorded: string, packet: string, packetIds: Map<string, string>, place: string): void {
  const parts = (hex: string) => {
    const end = 8 + 2 * Number.parseInt(hex.slice(4, 8), 16)
    const hasId = (Number.parseInt(hex.slice(1, 2), 16) & 6) > 0
    return {
      head: hex.slice(0, end),
      id: hex.slice(end, end + (hasId ? 4 : 0)),
      rest: hex.slice(end + (hasId ? 4 : 0)),
    }
  }
  const [theirs, ours] = [parts(recorded), parts(packet)]
  expect({ head: ours.head, rest: ours.rest }, place).toEqual({ head: theirs.head, rest: theirs.rest })
  packetIds.set(theirs.id, ours.id)
}
