import type { Channel, ChannelHandler } from './port.ts'

/** The peer's side of a channel: the bytes sent to it, and its end. */
export interface TestChannel extends Channel {
  readonly sent: readonly Buffer[]
  readonly endReason: string | undefined
  readonly isPaused: boolean
  /** Bytes that appear as not taken by the operating system. */
  pendingBytes: number
  /** Connects the protocol. */
  readonly attach: (accept: (channel: Channel) => ChannelHandler) => ChannelHandler
}

export function createTestChannel(options: Partial<Channel> = {}): TestChannel {
  const sent: Buffer[] = []
  let endReason: string | undefined
  let isPaused = false
  let handler: ChannelHandler | undefined
  const channel: TestChannel = {
    transport: 'tcp',
    isDatagram: false,
    listener: 'test:tcp:default',
    host: '127.0.0.1',
    port: 50_000,
    localPort: 1,
    certificate: undefined,
    ...options,
    pendingBytes: 0,
    sent,
    get endReason() {
      return endReason
    },
    get isPaused() {
      return isPaused
    },
    send(bytes) {
      if (endReason === undefined) sent.push(Buffer.from(bytes))
    },
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
    },
    end(reason) {
      if (endReason !== undefined) return
      endReason = reason
      queueMicrotask(() => handler?.closed(reason))
    },
    attach(accept) {
      handler = accept(channel)
      return handler
    },
  }
  return channel
}
