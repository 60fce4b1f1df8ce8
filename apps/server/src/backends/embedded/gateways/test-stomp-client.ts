import { connect as connectTcp, type Socket } from 'node:net'

export interface StompClient {
  readonly socket: Socket
  /** The next frame as text, or `closed`. */
  next(): Promise<string>
}

/** Sends CONNECT with these headers. */
export function connectStompClient(port: number, headers: readonly string[] = []): Promise<StompClient> {
  const socket = connectTcp(port, '127.0.0.1')
  const frames: string[] = []
  const waiting: ((frame: string) => void)[] = []
  let text = ''
  const add = (frame: string) => {
    const taker = waiting.shift()
    if (taker) taker(frame)
    else frames.push(frame)
  }
  socket.on('data', (bytes) => {
    text += bytes.toString()
    const parts = text.split('\0')
    text = parts.pop() ?? ''
    for (const part of parts) add(part.trimStart())
  })
  socket.on('error', () => {})
  socket.on('close', () => add('closed'))
  socket.write(['CONNECT', 'accept-version:1.2', 'host:x', ...headers, '', '\0'].join('\n'))
  return Promise.resolve({
    socket,
    next: () => {
      const frame = frames.shift()
      return frame === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(frame)
    },
  })
}
