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

/** `reset`: the peer has rejected the message. `timeout`: it has not answered. */
export type Unanswered = 'reset' | 'timeout'

export interface MessageHandlers {
  /** `respond` may be called once; later calls have no effect. `length`: bytes of the datagram. */
  onRequest(request: CoapMessage, length: number, respond: (content: CoapContent) => void): void
  /** The peer has rejected the non-confirmable message of this ID (RFC 7252, 4.3). Returns false if there was none. */
  onReset(id: number): boolean
  /** A response without a pending request: `unknown` is reset if it is confirmable, `unwanted` in any case. */
  onResponse(message: CoapMessage): 'known' | 'unknown' | 'unwanted'
}

/** ACK_TIMEOUT, MAX_RETRANSMIT and EXCHANGE_LIFETIME (RFC 7252, 4.8). */
const ackTimeoutMs = 2000
const maxRetransmissions = 4
const exchangeLifetimeMs = 247_000
/** A slower response is sent separately (RFC 7252, 5.2.2). Shorter than ACK_TIMEOUT, after which a client repeats its request. */
const separateAfterMs = 1000
const maxRemembered = 64
const maxPending = 100
/** Wrong acknowledgements and resets of an address. With more, it may be guessing message IDs, and answers no longer verify it. */
const maxWrongAnswers = 2
/** The same for all unverified addresses of a gateway: message IDs have only 16 bits, and any source address can be forged. */
const maxWrongAnswersPerMinute = 20
/** See `MessageLayer.isVerified`. */
export const amplification = 3
const none = new Uint8Array(0)

/** Counts wrong answers of all addresses of a gateway. While there are many, no address is verified by its answers. */
export class GuessLimit {
  #from = 0
  #count = 0

  add(now: number): void {
    if (now - this.#from >= 60_000) {
      this.#from = now
      this.#count = 0
    }
    this.#count += 1
  }

  isReached(now: number): boolean {
    return now - this.#from < 60_000 && this.#count > maxWrongAnswersPerMinute
  }
}

interface Remembered {
  readonly at: number
  /** Undefined while the request is in progress. */
  answer: Buffer | undefined
}

type Outcome = CoapMessage | 'acknowledged' | Unanswered

interface Pending {
  readonly token: string
  settle(outcome: Outcome): void
  /** The peer has acknowledged the message. */
  stopRepeating(): void
  readonly isRequest: boolean
}

/** Messages of one channel, with retransmission and deduplication (RFC 7252, 4). */
export class MessageLayer {
  readonly #channel: Channel
  readonly #clock: Clock
  readonly #handlers: MessageHandlers
  readonly #guesses: GuessLimit
  readonly #remembered = new Map<number, Remembered>()
  /** Confirmable messages without acknowledgement, and requests without response. */
  readonly #pending = new Map<number, Pending>()
  #nextId = randomInt(0x10000)
  #hasEnded = false
  #isVerified: boolean
  #verification: Promise<boolean> | undefined
  #allowance = 0
  #wrongAnswers = 0

  constructor(channel: Channel, clock: Clock, handlers: MessageHandlers, guesses: GuessLimit) {
    this.#guesses = guesses
    this.#channel = channel
    this.#clock = clock
    this.#handlers = handlers
    // The handshake of DTLS has verified the address.
    this.#isVerified = channel.transport !== 'udp'
  }

  /**
   * Whether the peer owns its address: it has answered a message of ours. Other peers receive at most three times the bytes that
   * they have sent, because anyone can send datagrams with the address of a victim (RFC 7252, 11.3).
   */
  get isVerified(): boolean {
    return this.#isVerified
  }

  setVerified(): void {
    this.#isVerified = true
  }

  /** Bytes that may be sent to the peer now. */
  get allowance(): number {
    return this.#isVerified ? Number.POSITIVE_INFINITY : this.#allowance
  }

  /** Pings the peer (RFC 7252, 4.3). Resolves with false if it does not answer. */
  verify(): Promise<boolean> {
    if (this.#isVerified) return Promise.resolve(true)
    this.#verification ??= this.confirm({ code: coapCode.empty }, none).then(() => {
      this.#verification = undefined
      return this.#isVerified
    })
    return this.#verification
  }

  receive(bytes: Uint8Array): void {
    if (!this.#isVerified) this.#allowance += bytes.length * amplification
    const message = decodeCoap(bytes)
    if (!message || this.#hasEnded) return
    if ('malformed' in message) {
      if (message.type === 'con') this.#sendEmpty('rst', message.id)
      return
    }
    const { type, code, id } = message
    if (type === 'ack' || type === 'rst') this.#onAnswer(message)
    else if (isRequest(code)) this.#onRequest(message, bytes.length)
    else if (isResponse(code)) this.#onResponse(message)
    else if (type === 'con') this.#sendEmpty('rst', id)
  }

  /** Sends a confirmable request and waits for its response. */
  async request(content: CoapContent, token: Uint8Array, timeoutMs: number): Promise<CoapMessage | Unanswered> {
    const outcome = await this.#confirmable(content, token, { timeoutMs, isRequest: true })
    return outcome === 'acknowledged' ? 'timeout' : outcome
  }

  /** Sends a confirmable response or notification, or an empty message. */
  async confirm(content: CoapContent, token: Uint8Array): Promise<'acknowledged' | Unanswered> {
    const outcome = await this.#confirmable(content, token, { isRequest: false })
    return typeof outcome === 'string' ? outcome : 'acknowledged'
  }

  /** Sends a non-confirmable message and returns its ID. */
  send(content: CoapContent, token: Uint8Array): number {
    const id = this.#newId()
    this.#write('non', content, id, token)
    return id
  }

  /** Pending messages resolve with `timeout`. */
  close(): void {
    this.#hasEnded = true
    for (const pending of [...this.#pending.values()]) pending.settle('timeout')
  }

  #onRequest(request: CoapMessage, length: number): void {
    const { id, token, type } = request
    const now = this.#clock.now()
    const before = this.#remembered.get(id)
    if (before && now - before.at < exchangeLifetimeMs) {
      // A shorter datagram with the same ID is not a repetition.
      if (before.answer && (this.#isVerified || before.answer.length <= length * amplification))
        this.#output(before.answer)
      return
    }
    const entry: Remembered = { at: now, answer: undefined }
    this.#remembered.delete(id)
    this.#remembered.set(id, entry)
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > maxRemembered && oldest !== undefined) this.#remembered.delete(oldest)

    let isSeparate = false
    let isDone = false
    const cancel =
      type === 'con'
        ? this.#clock.after(separateAfterMs, () => {
            isSeparate = true
            entry.answer = this.#sendEmpty('ack', id)
          })
        : () => {}
    this.#handlers.onRequest(request, length, (content) => {
      if (isDone) return
      isDone = true
      cancel()
      if (this.#hasEnded) return
      if (!isSeparate) {
        // EMQX answers non-confirmable requests with their own ID.
        entry.answer = this.#write(type === 'con' ? 'ack' : 'non', content, id, token)
      } else if (this.#isVerified) void this.confirm(content, token)
      // Retransmissions would multiply the bytes that a victim receives.
      else this.send(content, token)
    })
  }

  #onAnswer(message: CoapMessage): void {
    const { type, code, id } = message
    const pending = this.#pending.get(id)
    if (!pending) {
      const isKnown = type === 'rst' && this.#handlers.onReset(id)
      if (isKnown || this.#isVerified) return
      this.#wrongAnswers += 1
      this.#guesses.add(this.#clock.now())
      return
    }
    if (this.#wrongAnswers <= maxWrongAnswers && !this.#guesses.isReached(this.#clock.now())) this.#isVerified = true
    if (type === 'rst') pending.settle('reset')
    else if (!pending.isRequest) pending.settle('acknowledged')
    else if (code === coapCode.empty) pending.stopRepeating()
    else if (isResponse(code) && keyOf(message.token) === pending.token) pending.settle(message)
  }

  #onResponse(message: CoapMessage): void {
    const token = keyOf(message.token)
    const pending = [...this.#pending.values()].find((one) => one.isRequest && one.token === token)
    const result = pending ? 'known' : this.#handlers.onResponse(message)
    if (message.type === 'con') this.#sendEmpty(result === 'known' ? 'ack' : 'rst', message.id)
    // Cancels an observation that the gateway no longer has (RFC 7641, 3.6).
    else if (result === 'unwanted') this.#sendEmpty('rst', message.id)
    pending?.settle(message)
  }

  #confirmable(
    content: CoapContent,
    token: Uint8Array,
    { timeoutMs, isRequest }: { readonly timeoutMs?: number; readonly isRequest: boolean },
  ): Promise<Outcome> {
    if (this.#hasEnded || this.#pending.size >= maxPending) return Promise.resolve('timeout')
    return new Promise((resolve) => {
      const id = this.#newId()
      const bytes = this.#write('con', content, id, token)
      let cancelRepeat = () => {}
      let cancelTimeout = () => {}
      const settle = (outcome: Outcome) => {
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
          this.#output(bytes)
          repeat(delay * 2, left - 1)
        })
      }
      // The factor of RFC 7252, 4.2: between 1 and 1.5.
      repeat(ackTimeoutMs + randomInt(ackTimeoutMs / 2), maxRetransmissions)
      if (timeoutMs !== undefined) cancelTimeout = this.#clock.after(timeoutMs, () => settle('timeout'))
    })
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
    this.#output(bytes)
    return bytes
  }

  #output(bytes: Buffer): void {
    if (!this.#isVerified) {
      if (bytes.length > this.#allowance) return
      this.#allowance -= bytes.length
    }
    this.#channel.send(bytes)
  }
}

const keyOf = (token: Uint8Array) => Buffer.from(token).toString('hex')
