import { randomInt } from 'node:crypto'
import type { Clock } from '@mqdeck/kit'
import type { Channel } from '../port.ts'
import {
  type CoapMessage,
  type CoapOption,
  type CoapType,
  coapCode,
  decodeCoap,
  encodeCoap,
  isRequest,
  isResponse,
} from './message.ts'

export interface CoapContent {
  readonly code: number
  readonly options?: readonly CoapOption[]
  readonly payload?: Uint8Array
}

/** `reset`: the peer does not know the exchange. `timeout`: it does not answer. */
export type Unanswered = 'reset' | 'timeout'

export interface ExchangeHandlers {
  /** `respond` may be called once; later calls have no effect. */
  request(request: CoapMessage, respond: (content: CoapContent) => void): void
  /** The peer has rejected the non-confirmable message of this ID. */
  reset?(id: number): void
  /** A notification of an observed resource; return false to have it reset. */
  notification?(message: CoapMessage): boolean
}

/** RFC 7252, 4.8. */
const ackTimeoutMs = 2000
const mostRetransmissions = 4
const exchangeLifetimeMs = 247_000
/** Shorter than the time after which a client repeats its request. */
const separateAfterMs = 1000
const mostRemembered = 64
const mostPending = 100
const none = new Uint8Array(0)

interface Remembered {
  readonly at: number
  /** Undefined while the request is in progress. */
  answer: Buffer | undefined
}

interface Pending {
  readonly token: string
  settle(outcome: CoapMessage | 'acknowledged' | Unanswered): void
  /** The peer has acknowledged: no repetition any more. */
  stopRepeating(): void
  readonly isRequest: boolean
}

/** Requests and responses of one channel, with repetition and detection of duplicates. */
export class Exchange {
  readonly #channel: Channel
  readonly #clock: Clock
  readonly #handlers: ExchangeHandlers
  readonly #remembered = new Map<number, Remembered>()
  /** Confirmable messages without acknowledgement, and requests without response. */
  readonly #pending = new Map<number, Pending>()
  #nextId = randomInt(0x10000)
  #hasEnded = false

  constructor(channel: Channel, clock: Clock, handlers: ExchangeHandlers) {
    this.#channel = channel
    this.#clock = clock
    this.#handlers = handlers
  }

  receive(bytes: Uint8Array): void {
    const message = decodeCoap(bytes)
    if (!message || this.#hasEnded) return
    if ('malformed' in message) {
      if (message.type === 'con') this.#sendEmpty('rst', message.id)
      return
    }
    const { type, code, id } = message
    if (type === 'ack' || type === 'rst') this.#answered(message)
    else if (isRequest(code)) this.#requested(message)
    else if (isResponse(code)) this.#responded(message)
    else if (type === 'con') this.#sendEmpty('rst', id)
  }

  /** Sends a confirmable request and waits for its response. */
  request(content: CoapContent, token: Uint8Array, timeoutMs: number): Promise<CoapMessage | Unanswered> {
    return new Promise((resolve) => {
      this.#confirmable(content, token, { timeoutMs, isRequest: true }, (outcome) =>
        resolve(outcome === 'acknowledged' ? 'timeout' : outcome),
      )
    })
  }

  /** Sends a confirmable response or notification. */
  notify(content: CoapContent, token: Uint8Array): Promise<'acknowledged' | Unanswered> {
    return new Promise((resolve) => {
      this.#confirmable(content, token, { isRequest: false }, (outcome) =>
        resolve(typeof outcome === 'string' ? outcome : 'acknowledged'),
      )
    })
  }

  /** Sends a message that is not confirmed, and returns its ID. */
  send(content: CoapContent, token: Uint8Array): number {
    const id = this.#newId()
    this.#write('non', content, id, token)
    return id
  }

  /** All that wait learn that there is no answer. */
  close(): void {
    this.#hasEnded = true
    for (const pending of [...this.#pending.values()]) pending.settle('timeout')
  }

  #requested(request: CoapMessage): void {
    const { id, token, type } = request
    const now = this.#clock.now()
    const before = this.#remembered.get(id)
    if (before && now - before.at < exchangeLifetimeMs) {
      if (before.answer) this.#channel.send(before.answer)
      return
    }
    const entry: Remembered = { at: now, answer: undefined }
    this.#remembered.delete(id)
    this.#remembered.set(id, entry)
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > mostRemembered && oldest !== undefined) this.#remembered.delete(oldest)

    let isSeparate = false
    let isDone = false
    const cancel =
      type === 'con'
        ? this.#clock.after(separateAfterMs, () => {
            isSeparate = true
            entry.answer = this.#sendEmpty('ack', id)
          })
        : () => {}
    this.#handlers.request(request, (content) => {
      if (isDone) return
      isDone = true
      cancel()
      if (this.#hasEnded) return
      if (isSeparate) void this.notify(content, token)
      // EMQX answers non-confirmable requests with their own ID.
      else entry.answer = this.#write(type === 'con' ? 'ack' : 'non', content, id, token)
    })
  }

  #answered(message: CoapMessage): void {
    const { type, code, id } = message
    const pending = this.#pending.get(id)
    if (!pending) {
      if (type === 'rst') this.#handlers.reset?.(id)
      return
    }
    if (type === 'rst') pending.settle('reset')
    else if (!pending.isRequest) pending.settle('acknowledged')
    else if (code === coapCode.empty) pending.stopRepeating()
    else if (isResponse(code) && keyOf(message.token) === pending.token) pending.settle(message)
  }

  #responded(message: CoapMessage): void {
    const token = keyOf(message.token)
    const pending = [...this.#pending.values()].find((one) => one.isRequest && one.token === token)
    const isKnown = pending !== undefined || this.#handlers.notification?.(message) === true
    if (message.type === 'con') this.#sendEmpty(isKnown ? 'ack' : 'rst', message.id)
    // Tells the peer to stop an observation that nobody has (RFC 7641, 3.6).
    else if (!isKnown && this.#handlers.notification) this.#sendEmpty('rst', message.id)
    pending?.settle(message)
  }

  #confirmable(
    content: CoapContent,
    token: Uint8Array,
    { timeoutMs, isRequest }: { readonly timeoutMs?: number; readonly isRequest: boolean },
    resolve: (outcome: CoapMessage | 'acknowledged' | Unanswered) => void,
  ): void {
    if (this.#hasEnded || this.#pending.size >= mostPending) {
      resolve('timeout')
      return
    }
    const id = this.#newId()
    const bytes = this.#write('con', content, id, token)
    let cancelRepeat = () => {}
    let cancelTimeout = () => {}
    const settle = (outcome: CoapMessage | 'acknowledged' | Unanswered) => {
      if (!this.#pending.delete(id)) return
      cancelRepeat()
      cancelTimeout()
      resolve(outcome)
    }
    this.#pending.set(id, { token: keyOf(token), isRequest, settle, stopRepeating: () => cancelRepeat() })
    const repeat = (delay: number, left: number) => {
      cancelRepeat = this.#clock.after(delay, () => {
        if (left === 0) {
          if (timeoutMs === undefined) settle('timeout')
          return
        }
        this.#channel.send(bytes)
        repeat(delay * 2, left - 1)
      })
    }
    // The factor of RFC 7252, 4.2: between 1 and 1.5.
    repeat(ackTimeoutMs + randomInt(ackTimeoutMs / 2), mostRetransmissions)
    if (timeoutMs !== undefined) cancelTimeout = this.#clock.after(timeoutMs, () => settle('timeout'))
  }

  #newId(): number {
    do this.#nextId = (this.#nextId + 1) & 0xffff
    while (this.#pending.has(this.#nextId))
    return this.#nextId
  }

  #sendEmpty(type: CoapType, id: number): Buffer {
    return this.#write(type, { code: coapCode.empty }, id, none)
  }

  #write(type: CoapType, { code, options = [], payload = none }: CoapContent, id: number, token: Uint8Array): Buffer {
    const bytes = encodeCoap({ type, code, id, token, options, payload })
    this.#channel.send(bytes)
    return bytes
  }
}

const keyOf = (token: Uint8Array) => Buffer.from(token).toString('hex')
