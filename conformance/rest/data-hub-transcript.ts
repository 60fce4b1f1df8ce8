import { createConnection, type Socket } from 'node:net'
import { connectMqttJs, eventually, transcript } from '@mqdeck/testkit'

/** One line of a transcript of the data hub. */
interface Line {
  readonly dir: 'c>s' | 's>c' | 'mqtt>sub' | 'mqtt<pub' | 'note'
  readonly client?: string
  readonly hex?: string
  readonly note?: string
  readonly mqtt?: { readonly topic: string; readonly payload: string; readonly qos: number; readonly retain: number }
}

/** Packets that publishers and subscribers received in one part of the conversation. */
interface Part {
  readonly name: string
  readonly frames: string
  readonly messages: readonly string[]
}

/** The parts of a transcript: as EMQX answered, and as this broker answers to the same frames. */
export async function replayTranscript(
  transcriptName: string,
  port: number,
): Promise<readonly (readonly [emqx: Part, own: Part])[]> {
  const lines = transcript('datahub', transcriptName) as unknown as readonly Line[] // the format of the recordings
  const received: string[] = []
  const { client } = await connectMqttJs({ host: '127.0.0.1', port }, { clientId: `watch-${transcriptName}` })
  client.on('message', (topic, payload, { qos }) => received.push(toText({ topic, qos, payload: payload.toString() })))
  await client.subscribeAsync(['v/#', 'tr/#', 'ev/#'], { qos: 1 })
  const parts: (readonly [Part, Part])[] = []
  for (const [name, some] of partsOf(lines)) {
    const sent = some.flatMap(({ dir, hex }) => (dir === 'c>s' && hex !== undefined ? [hex] : []))
    const frames = some
      .flatMap(({ dir, hex }) => (dir === 's>c' && hex !== undefined && !hex.startsWith('20') ? [hex] : []))
      .join('')
    const messages = some.flatMap(({ dir, mqtt }) => (dir === 'mqtt>sub' && mqtt ? [toText(mqtt)] : [])).sort()
    const before = received.length
    const own = await send(sent, shortened(frames).length / 2, port)
    if (messages.length > 0)
      await eventually(
        () => received.length >= before + messages.length,
        () => name,
        2000,
      ).catch(() => undefined)
    parts.push([
      { name, frames: shortened(frames), messages },
      { name, frames: own, messages: received.slice(before).sort() },
    ])
  }
  await client.endAsync()
  return parts
}

function partsOf(lines: readonly Line[]): readonly (readonly [string, readonly Line[]])[] {
  const parts: [string, Line[]][] = []
  for (const line of lines) {
    if (line.dir === 'note') parts.push([line.note ?? '', []])
    else if (line.dir !== 'mqtt<pub') parts.at(-1)?.[1].push(line)
  }
  return parts
}

/** Without what differs in every run. */
function toText({ topic, payload, qos }: { topic: string; payload: string; qos: number }): string {
  if (!topic.startsWith('ev/') && !payload.startsWith('{')) return `${topic} ${qos} ${payload}`
  const { id: _, timestamp, publish_received_at, peername, node, client_attrs, ...rest } = JSON.parse(payload)
  const entries = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))
  return `${topic} ${qos} ${JSON.stringify(Object.fromEntries(entries), (_key, value) => (isEmptyFlags(value) ? 'flags' : value))}`
}

const isEmptyFlags = (value: unknown): boolean => typeof value === 'object' && value !== null && 'dup' in value

/** The frames that a new connection gets after CONNACK. The connection ends with the last frame, or the broker ends it. */
async function send(frames: readonly string[], expected: number, port: number): Promise<string> {
  const socket = createConnection({ host: '127.0.0.1', port })
  let got = Buffer.alloc(0)
  const isClosed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve())
    socket.on('error', () => resolve())
  })
  socket.on('data', (chunk) => {
    got = Buffer.concat([got, chunk])
  })
  // A broker that answers less than EMQX ends the part too.
  const deadline = setTimeout(() => socket.destroy(), 2000)
  const [connect = '', ...rest] = frames
  socket.write(Buffer.from(connect, 'hex'))
  await Promise.race([isClosed, receive(socket, () => got.length >= 4 && got.length >= 2 + (got[1] ?? 0))])
  const connack = 2 + (got[1] ?? 0)
  for (const hex of rest) {
    if (hex === 'e000' || hex.startsWith('62'))
      await Promise.race([isClosed, receive(socket, () => got.length - connack >= (hex === 'e000' ? expected : 4))])
    socket.write(Buffer.from(hex, 'hex'))
  }
  await isClosed
  clearTimeout(deadline)
  return shortened(got.subarray(connack).toString('hex'))
}

/** Acknowledgements of MQTT 5 without an empty list of properties and without reason code 0, which may be left out. */
function shortened(frames: string): string {
  let left = frames
  let result = ''
  while (left !== '') {
    const end = 4 + 2 * Number.parseInt(left.slice(2, 4), 16)
    const [, type, id, code] = /^(40|50|70)04(\w{4})(\w\w)00/.exec(left) ?? []
    if (type === undefined) result += left.slice(0, end)
    else result += code === '00' ? `${type}02${id}` : `${type}03${id}${code}`
    left = left.slice(end)
  }
  return result
}

const receive = (socket: Socket, isDone: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    if (isDone()) return resolve()
    socket.on('data', () => {
      if (isDone()) resolve()
    })
  })
