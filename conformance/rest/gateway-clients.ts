import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'

const answerTimeoutMs = 10_000

/** Clients of gateways, as simple as the recorded conversation needs them. */
export interface DatagramClient {
  /** Sends a datagram and returns the answer. */
  ask(datagram: Uint8Array): Promise<Buffer>
  close(): void
}

export async function openDatagramClient(port: number): Promise<DatagramClient> {
  const socket = createSocket('udp4')
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return {
    async ask(datagram) {
      const answered = once(socket, 'message', { signal: AbortSignal.timeout(answerTimeoutMs) })
      socket.send(datagram)
      const [answer] = await answered
      return answer
    },
    close: () => socket.close(),
  }
}

/** Resolves when the gateway has answered, or has closed the connection. */
export async function connectStomp(port: number, login: string, passcode: string) {
  const socket = connectTcp({ host: '127.0.0.1', port })
  const send = async (text: string) => {
    const answered = once(socket, 'data', { signal: AbortSignal.timeout(answerTimeoutMs) })
    socket.write(`${text}\0`)
    await answered
  }
  await send(`CONNECT\naccept-version:1.2\nhost:x\nlogin:${login}\npasscode:${passcode}\n\n`)
  return { send, close: () => socket.destroy() }
}

const connectFlag = { clean: 0x04, will: 0x08 } as const

/** Packets of MQTT-SN. */
export const mqttSn = {
  connect: (clientId: string, { clean = true, will = false } = {}) =>
    packet(0x04, [(clean ? connectFlag.clean : 0) | (will ? connectFlag.will : 0), 1, 0, 60], clientId),
  willTopic: (topic: string) => packet(0x07, [0], topic),
  willMessage: (message: string) => packet(0x09, [], message),
  subscribe: (topic: string, qos: 0 | 1 | 2) => packet(0x12, [qos << 5, 0, 1], topic),
  subscribeShort: (topic: string, qos: 0 | 1 | 2) => packet(0x12, [(qos << 5) | 2, 0, 1], topic),
  sleep: (seconds: number) => packet(0x18, [seconds >> 8, seconds & 0xff]),
  ping: (clientId: string) => packet(0x16, [], clientId),
}

function packet(type: number, head: readonly number[], text = ''): Buffer {
  const body = Buffer.concat([Buffer.from([type, ...head]), Buffer.from(text)])
  return Buffer.concat([Buffer.from([body.length + 1]), body])
}

let lastMessage = 0

/** A confirmable CoAP request; `observe` asks for notifications. */
export function coapRequest(
  code: 'GET' | 'POST' | 'DELETE',
  path: string,
  query: Readonly<Record<string, string>>,
  { observe = false } = {},
): Buffer {
  lastMessage += 1
  const options: (readonly [number: number, value: string])[] = [
    ...(observe ? [[6, ''] as const] : []),
    ...path.split('/').map((part) => [11, part] as const),
    ...Object.entries(query).map(([name, value]) => [15, `${name}=${value}`] as const),
  ]
  let previous = 0
  const encoded = options.map(([number, value]) => {
    const delta = number - previous
    previous = number
    const { length } = value
    const extended = length < 13 ? [] : [length - 13]
    return Buffer.concat([Buffer.from([(delta << 4) | Math.min(length, 13), ...extended]), Buffer.from(value)])
  })
  const codes = { GET: 1, POST: 2, DELETE: 4 }
  const head = [0x44, codes[code], lastMessage >> 8, lastMessage & 0xff, 0, 0, 0, lastMessage & 0xff]
  return Buffer.concat([Buffer.from(head), ...encoded])
}

/** The payload of a CoAP response in plain text. */
export const payloadOf = (response: Buffer): string => response.subarray(response.indexOf(0xff) + 1).toString()
