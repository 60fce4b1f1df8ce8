import { randomBytes } from 'node:crypto'
import type { Clock } from '@mqdeck/kit'
import type { Channel } from '../port.ts'
import { type Block, blockOf, blockOption, bodyKey, maxBlockBytes, maxBodyBytes, without } from './block.ts'
import { BodyMemory, IncomingBody, remember } from './bodies.ts'
import { type CoapMessage, coapCode, coapOption, uintOf, uintOption } from './message.ts'
import { type CoapContent, GuessLimit, MessageLayer, type Unanswered } from './message-layer.ts'
import { Responder } from './responder.ts'

export type { CoapContent, Unanswered } from './message-layer.ts'

export interface ExchangeHandlers {
  /** Called with the complete body. `respond` may be called once; later calls have no effect. */
  onRequest(request: CoapMessage, respond: (content: CoapContent) => void): void
  /** The peer has rejected the non-confirmable message of this ID (RFC 7252, 4.3). Returns false if there was none. */
  onReset?(id: number): boolean
  /** A notification with its complete body (RFC 7641, 3.2). Returns false to have it reset. */
  onNotification?(message: CoapMessage): boolean
}

/**
 * Milliseconds that an incomplete body is kept after its latest block. Longer than the 93 s in which a client repeats a block
 * (MAX_TRANSMIT_WAIT: RFC 7252, 4.8.2).
 */
const transferMs = 100_000
const maxTransfers = 8
const maxObservations = 1000

/** Limits that the addresses of a gateway share. */
export class ExchangeLimits {
  readonly memory = new BodyMemory()
  readonly guesses = new GuessLimit()
}

interface Transfer {
  readonly body: IncomingBody
  cancelTimeout: () => void
}

/** Requests and responses of one channel. Large bodies are transferred in blocks (RFC 7959), which callers do not see. */
export class Exchange {
  readonly #clock: Clock
  readonly #handlers: ExchangeHandlers
  readonly #memory: BodyMemory
  readonly #layer: MessageLayer
  readonly #responder: Responder
  readonly #transfers = new Map<string, Transfer>()
  /** Requests of ours that observe a resource of the peer, by token. */
  readonly #observing = new Map<string, CoapContent>()

  constructor(channel: Channel, clock: Clock, handlers: ExchangeHandlers, limits = new ExchangeLimits()) {
    this.#clock = clock
    this.#handlers = handlers
    this.#memory = limits.memory
    this.#layer = new MessageLayer(
      channel,
      clock,
      {
        onRequest: (request, length, respond) => this.#onRequest(request, length, respond),
        onReset: (id) => handlers.onReset?.(id) ?? false,
        onResponse: (message) => this.#onResponse(message),
      },
      limits.guesses,
    )
    this.#responder = new Responder(this.#layer, clock, limits.memory)
  }

  /** See `MessageLayer.isVerified`. */
  get isVerified(): boolean {
    return this.#layer.isVerified
  }

  /** The peer has sent a secret that was sent to its address. */
  setVerified(): void {
    this.#layer.setVerified()
  }

  verify(): Promise<boolean> {
    return this.#layer.verify()
  }

  receive(bytes: Uint8Array): void {
    this.#layer.receive(bytes)
  }

  /** Sends a confirmable request. Resolves with the response and its complete body. `timeoutMs`: for all blocks. */
  async request(content: CoapContent, token: Uint8Array, timeoutMs: number): Promise<CoapMessage | Unanswered> {
    const deadline = this.#clock.now() + timeoutMs
    if (observeOf(content) === 0) remember(this.#observing, keyOf(token), content, maxObservations)
    if (observeOf(content) === 1) this.#observing.delete(keyOf(token))
    const response = await this.#upload(content, token, deadline)
    return typeof response === 'string' ? response : this.#download(content, response, deadline)
  }

  /** Sends a confirmable notification. Resolves when the peer has fetched all its blocks, or has stopped fetching them. */
  async notify(content: CoapContent, token: Uint8Array): Promise<'acknowledged' | Unanswered> {
    const { first, transferred } = this.#responder.notification(content, token)
    const outcome = await this.#layer.confirm(first, token)
    if (outcome === 'acknowledged') await transferred
    return outcome
  }

  /** Whether a notification has several blocks. */
  isInBlocks({ payload }: CoapContent, token: Uint8Array): boolean {
    return (payload?.length ?? 0) > this.#responder.blockSizeFor(token)
  }

  /** Sends a non-confirmable notification. `transferred` is undefined for a single message; else see `notify`. */
  send(content: CoapContent, token: Uint8Array): { readonly id: number; readonly transferred?: Promise<void> } {
    const { first, transferred } = this.#responder.notification(content, token)
    const id = this.#layer.send(first, token)
    return transferred ? { id, transferred } : { id }
  }

  /** Pending requests and notifications resolve with `timeout`. */
  close(): void {
    this.#layer.close()
    this.#responder.close()
    for (const key of [...this.#transfers.keys()]) this.#forget(key)
  }

  #onRequest(request: CoapMessage, length: number, send: (content: CoapContent) => void): void {
    const block1 = blockOf(request, coapOption.block1)
    const block2 = blockOf(request, coapOption.block2)
    const respond = (content: CoapContent) => void this.#responder.respond({ request, length, content, send })
    if (block1 === 'invalid' || block2 === 'invalid') {
      respond({ code: coapCode.badRequest, payload: Buffer.from('invalid block option') })
      return
    }
    if (block1) {
      this.#onRequestInBlocks(request, block1, respond)
      return
    }
    if (block2 && block2.number > 0) {
      const content = this.#responder.bodyFor(request)
      // A GET without a body in memory is served again; its entity tag shows the client whether the body has changed.
      if (content || request.code !== coapCode.get) {
        respond(content ?? { code: coapCode.incomplete })
        return
      }
    } else this.#responder.onObserve(request)
    this.#handlers.onRequest(withoutBlocks(request), respond)
  }

  #onRequestInBlocks(request: CoapMessage, block: Block, respond: (content: CoapContent) => void): void {
    const answer = (code: number, ...options: CoapContent['options'] & object) =>
      respond({ code, options: [blockOption(coapOption.block1, block), ...options] })
    const key = bodyKey(request)
    if (block.number === 0) this.#begin(key)
    const transfer = this.#transfers.get(key)
    if (!transfer) {
      answer(coapCode.incomplete)
      return
    }
    const isTooLarge = (uintOf(request, coapOption.size1) ?? 0) > maxBodyBytes
    const problem = isTooLarge ? 'tooLarge' : transfer.body.add(block, request.payload)
    if (problem === 'order') {
      answer(coapCode.incomplete)
    } else if (problem) {
      this.#forget(key)
      if (problem === 'tooLarge') answer(coapCode.tooLarge, uintOption(coapOption.size1, maxBodyBytes))
      else answer(coapCode.badRequest)
    } else if (block.hasMore) {
      this.#memory.use(transfer.body)
      transfer.cancelTimeout()
      transfer.cancelTimeout = this.#clock.after(transferMs, () => this.#forget(key))
      answer(coapCode.continue)
    } else {
      this.#forget(key)
      this.#handlers.onRequest({ ...withoutBlocks(request), payload: transfer.body.join() }, (content) =>
        respond({ ...content, options: [...(content.options ?? []), blockOption(coapOption.block1, block)] }),
      )
    }
  }

  #begin(key: string): void {
    this.#forget(key)
    const [oldest] = this.#transfers.keys()
    if (this.#transfers.size >= maxTransfers && oldest !== undefined) this.#forget(oldest)
    this.#transfers.set(key, { body: new IncomingBody(() => this.#forget(key)), cancelTimeout: () => {} })
  }

  #forget(key: string): void {
    const transfer = this.#transfers.get(key)
    if (!transfer) return
    transfer.cancelTimeout()
    this.#transfers.delete(key)
    this.#memory.release(transfer.body)
  }

  #onResponse(message: CoapMessage): 'known' | 'unknown' | 'unwanted' {
    const block = blockOf(message, coapOption.block2)
    const asked = this.#observing.get(keyOf(message.token))
    const { onNotification } = this.#handlers
    if (!onNotification) return 'unknown'
    if (!asked || !block || block === 'invalid' || !block.hasMore) return onNotification(message) ? 'known' : 'unwanted'
    void this.#download(asked, message, this.#clock.now() + transferMs).then((whole) => {
      if (typeof whole !== 'string') onNotification(whole)
    })
    return 'known'
  }

  /** Sends a request in blocks if its body is large, and returns the response to the last one. */
  async #upload(content: CoapContent, token: Uint8Array, deadline: number): Promise<CoapMessage | Unanswered> {
    const { payload, options = [] } = content
    if (!payload || payload.length <= maxBlockBytes) return this.#ask(content, token, deadline)
    let size = maxBlockBytes
    for (let at = 0; ; ) {
      const hasMore = at + size < payload.length
      const number = at / size
      const total = at === 0 ? [uintOption(coapOption.size1, payload.length)] : []
      const part = {
        ...content,
        options: [...options, blockOption(coapOption.block1, { number, hasMore, size }), ...total],
        payload: payload.subarray(at, at + size),
      }
      const response = await this.#ask(part, token, deadline)
      if (typeof response === 'string') return response
      const answered = blockOf(response, coapOption.block1)
      const isSmaller = typeof answered === 'object' && answered.size < size
      if (response.code === coapCode.tooLarge && at === 0 && isSmaller) {
        size = answered.size
        continue
      }
      if (!hasMore || response.code >> 5 !== 2 || !answered) return response
      at += size
      if (isSmaller) size = answered.size
    }
  }

  /** Fetches the further blocks of a response. */
  async #download(asked: CoapContent, first: CoapMessage, deadline: number): Promise<CoapMessage | Unanswered> {
    const body = new IncomingBody(() => {})
    let response = first
    for (;;) {
      const block = blockOf(response, coapOption.block2)
      if (!block || block === 'invalid') return body.length === 0 ? response : 'timeout'
      if (body.add(block, response.payload) || tagOf(response) !== tagOf(first)) return 'timeout'
      if (!block.hasMore) return { ...withoutBlocks(first), payload: body.join() }
      const next = { number: body.length / block.size, hasMore: false, size: block.size }
      const options = [
        ...without(asked.options ?? [], coapOption.observe, coapOption.block1, coapOption.size1),
        blockOption(coapOption.block2, next),
      ]
      // Not the token of an observation (RFC 7959, 3.4).
      const further = await this.#ask({ code: asked.code, options }, randomBytes(4), deadline)
      if (typeof further === 'string') return further
      if (further.code !== first.code) return further
      response = further
    }
  }

  async #ask(content: CoapContent, token: Uint8Array, deadline: number): Promise<CoapMessage | Unanswered> {
    if ((content.payload?.length ?? 0) > this.#layer.allowance / 2) await this.#layer.verify()
    const left = deadline - this.#clock.now()
    return left <= 0 ? 'timeout' : this.#layer.request(content, token, left)
  }
}

const keyOf = (token: Uint8Array) => Buffer.from(token).toString('hex')

const tagOf = ({ options }: CoapMessage) =>
  Buffer.from(options.find(({ number }) => number === coapOption.etag)?.value ?? []).toString('hex')

function observeOf({ options = [] }: CoapContent): number | undefined {
  const found = options.find(({ number }) => number === coapOption.observe)
  return found?.value.reduce((sum, byte) => sum * 256 + byte, 0)
}

function withoutBlocks(message: CoapMessage): CoapMessage {
  const { block1, block2, size1, size2 } = coapOption
  return { ...message, options: without(message.options, block1, block2, size1, size2) }
}
