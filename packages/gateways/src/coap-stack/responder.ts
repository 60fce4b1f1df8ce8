import type { Clock } from '@mqdeck/kit'
import {
  type Block,
  blockOf,
  blockOption,
  blockSizeWithin,
  bodyKey,
  entityTag,
  maxBlockBytes,
  without,
} from './block.ts'
import { type Body, type BodyMemory, remember } from './bodies.ts'
import { type CoapMessage, coapCode, coapOption, encodeCoap, uintOf } from './message.ts'
import { amplification, type CoapContent, type MessageLayer } from './message-layer.ts'

/** Milliseconds until the next block of a body. Longer than the 93 s in which a client repeats its request (RFC 7252, 4.8.2). */
const bodyMs = 100_000
/** Milliseconds until the next block of a notification. Further notifications wait for them. */
const pauseMs = 10_000
/** Milliseconds. Less than the time after which a response is sent separately. */
const verificationMs = 800
const maxBodies = 8
const maxObservations = 1000
const none = new Uint8Array(0)

interface OutgoingBody extends Body {
  readonly content: CoapContent
  cancelTimeout: () => void
  /** Called after each further block. */
  onSent(isLast: boolean): void
}

interface Response {
  readonly request: CoapMessage
  /** Bytes of the request's datagram. */
  readonly length: number
  readonly content: CoapContent
  send(content: CoapContent): void
}

/** Responses and notifications in blocks (RFC 7959, 2.4), and in few bytes for unverified addresses. */
export class Responder {
  readonly #layer: MessageLayer
  readonly #clock: Clock
  readonly #memory: BodyMemory
  readonly #bodies = new Map<string, OutgoingBody>()
  /** Observations of the peer by token: the key of their bodies, and the requested block size. */
  readonly #observed = new Map<string, { readonly key: string; readonly size: number }>()

  #hasEnded = false

  constructor(layer: MessageLayer, clock: Clock, memory: BodyMemory) {
    this.#layer = layer
    this.#clock = clock
    this.#memory = memory
  }

  /** The response with the block that a request asks for. */
  bodyFor(request: CoapMessage): CoapContent | undefined {
    return this.#bodies.get(keyOf(request))?.content
  }

  /** Stores the size and the key of the blocks with which the client will fetch notifications. */
  onObserve(request: CoapMessage): void {
    if (uintOf(request, coapOption.observe) !== 0) return
    const token = Buffer.from(request.token).toString('hex')
    const size = wantedBlock(request)?.size ?? maxBlockBytes
    remember(this.#observed, token, { key: keyOf(request), size }, maxObservations)
  }

  /** Block size of notifications with this token. */
  blockSizeFor(token: Uint8Array): number {
    return this.#observed.get(Buffer.from(token).toString('hex'))?.size ?? maxBlockBytes
  }

  /** The first message of a notification. `transferred` is undefined if it is the only one. */
  notification(
    content: CoapContent,
    token: Uint8Array,
  ): { readonly first: CoapContent; readonly transferred?: Promise<void> } {
    const { key, size } = this.#observed.get(Buffer.from(token).toString('hex')) ?? { key: '', size: maxBlockBytes }
    if ((content.payload?.length ?? 0) <= size) return { first: content }
    const transferred = new Promise<void>((resolve) => {
      let cancel = this.#clock.after(pauseMs, resolve)
      this.#keep(key, content, (isLast) => {
        cancel()
        if (isLast) resolve()
        else cancel = this.#clock.after(pauseMs, resolve)
      })
    })
    return { first: partOf(content, { offset: 0, size }), transferred }
  }

  async respond({ request, length, content, send }: Response): Promise<void> {
    const { payload = none } = content
    const isSuccess = content.code >> 5 === 2
    const wanted = wantedBlock(request)
    const offset = wanted ? wanted.number * wanted.size : 0
    if (isSuccess && offset > 0 && offset >= payload.length) {
      send({ code: coapCode.badRequest })
      return
    }
    const max = wanted?.size ?? maxBlockBytes
    const isWhole = offset === 0 && payload.length <= max
    if (isWhole && this.#fits(request, content, length)) {
      send(content)
      return
    }
    if (!isSuccess) {
      send({ code: content.code, ...(content.options && { options: content.options }) })
      return
    }
    const part = partOf(content, { offset, size: max })
    if (!this.#fits(request, part, length)) await this.#verify()
    if (isWhole && this.#layer.isVerified) {
      send(content)
      return
    }
    const size = Math.min(max, blockSizeWithin(this.#spaceFor(request, part, length)) ?? 0)
    if (size === 0) {
      send({ code: coapCode.unavailable })
      return
    }
    const isLast = offset + size >= payload.length
    const key = keyOf(request)
    const body = offset > 0 ? this.#bodies.get(key) : undefined
    if (body) this.#use(key, body)
    else if (!isLast) this.#keep(key, content)
    send(partOf(content, { offset, size }))
    body?.onSent(isLast)
  }

  close(): void {
    this.#hasEnded = true
    for (const body of [...this.#bodies.values()]) body.discard()
    this.#observed.clear()
  }

  /** Bytes for the payload of a block. */
  #spaceFor(request: CoapMessage, part: CoapContent, length: number): number {
    if (this.#layer.isVerified) return maxBlockBytes
    // The number of a smaller block may be two bytes longer.
    return this.#budgetOf(length) - sizeOf(request, part) + (part.payload?.length ?? 0) - 2
  }

  #budgetOf(length: number): number {
    return Math.min(length * amplification, this.#layer.allowance)
  }

  #fits(request: CoapMessage, content: CoapContent, length: number): boolean {
    return this.#layer.isVerified || sizeOf(request, content) <= this.#budgetOf(length)
  }

  /** Resolves when the address is verified, or after `verificationMs`. */
  async #verify(): Promise<void> {
    let cancel = () => {}
    const timeout = new Promise<void>((resolve) => {
      cancel = this.#clock.after(verificationMs, resolve)
    })
    await Promise.race([this.#layer.verify(), timeout])
    cancel()
  }

  #keep(key: string, content: CoapContent, onSent: (isLast: boolean) => void = () => {}): void {
    this.#bodies.get(key)?.discard()
    if (this.#hasEnded) {
      onSent(true)
      return
    }
    const [oldest] = this.#bodies.values()
    if (this.#bodies.size >= maxBodies) oldest?.discard()
    const body: OutgoingBody = {
      content,
      size: content.payload?.length ?? 0,
      cancelTimeout: () => {},
      onSent,
      discard: () => {
        body.cancelTimeout()
        this.#bodies.delete(key)
        this.#memory.release(body)
        onSent(true)
      },
    }
    this.#bodies.set(key, body)
    this.#use(key, body)
  }

  #use(key: string, body: OutgoingBody): void {
    this.#bodies.delete(key)
    this.#bodies.set(key, body)
    body.cancelTimeout()
    body.cancelTimeout = this.#clock.after(bodyMs, body.discard)
    this.#memory.use(body)
  }
}

const keyOf = (request: CoapMessage) => bodyKey(request, coapOption.observe, coapOption.requestTag)

/** `Exchange` has refused invalid ones. */
function wantedBlock(request: CoapMessage): Block | undefined {
  const block = blockOf(request, coapOption.block2)
  return block === 'invalid' ? undefined : block
}

const sizeOf = ({ token }: CoapMessage, { code, options = [], payload = none }: CoapContent) =>
  encodeCoap({ type: 'ack', code, id: 0, token, options, payload }).length

function partOf(
  content: CoapContent,
  { offset, size }: { readonly offset: number; readonly size: number },
): CoapContent {
  const { options = [], payload = none } = content
  const hasMore = offset + size < payload.length
  return {
    ...content,
    options: [
      // Further blocks are not notifications (RFC 7959, 3.4).
      ...(offset === 0 ? options : without(options, coapOption.observe)),
      entityTag(payload),
      blockOption(coapOption.block2, { number: offset / size, hasMore, size }),
    ],
    payload: payload.subarray(offset, offset + size),
  }
}
