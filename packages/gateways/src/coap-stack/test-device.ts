import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createInbox } from '@mqdeck/testkit'
import { onTestFinished } from 'vitest'
import { type CoapMessage, coapCode, coapOption, decodeCoap, encodeCoap, uintOption } from './message.ts'

const none = new Uint8Array(0)

const plain = ({ type, code, id, payload }: CoapMessage) => ({ type, code, id, text: Buffer.from(payload).toString() })

/** For tests: a device with a real UDP socket, which answers pings. Ends with the test. */
export async function openCoapDevice(port: number) {
  const socket = createSocket('udp4')
  const inbox = createInbox<CoapMessage>((message) => JSON.stringify(plain(message)))
  socket.on('message', (bytes) => {
    const message = decodeCoap(bytes)
    if (!message || 'malformed' in message) return
    if (message.type === 'con' && message.code === coapCode.empty) send({ type: 'rst', id: message.id, token: none })
    else inbox.push(message)
  })
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  onTestFinished(() => {
    socket.close()
  })
  let nextId = 1
  const send = (message: Partial<CoapMessage>) =>
    socket.send(
      encodeCoap({ type: 'con', code: 0, id: 0, token: Uint8Array.of(1), options: [], payload: none, ...message }),
    )
  return {
    port: socket.address().port,
    send,
    take: (matches: (message: CoapMessage) => boolean, what: string) => inbox.take(matches, what),
    /** The text of the next notification, which is acknowledged. */
    async notification(): Promise<string> {
      const message = await inbox.take(({ type }) => type === 'con', 'a confirmable notification')
      send({ type: 'ack', id: message.id, token: none })
      return plain(message).text
    },
    /** Sends a confirmable request to `path?query` and waits for its response. */
    async request(code: number, uri: string, { payload = '', observe }: { payload?: string; observe?: number } = {}) {
      const id = nextId++
      const [path = '', query] = uri.split('?')
      const options = [
        ...(observe === undefined ? [] : [uintOption(coapOption.observe, observe)]),
        ...path.split('/').map((one) => ({ number: coapOption.uriPath, value: Buffer.from(one) })),
        ...(query?.split('&') ?? []).map((one) => ({ number: coapOption.uriQuery, value: Buffer.from(one) })),
      ]
      send({ code, id, options, payload: Buffer.from(payload) })
      const response = plain(await inbox.take((one) => one.type === 'ack' && one.id === id, `ACK ${id}`))
      return { code: response.code, text: response.text }
    },
  }
}
