import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ReceivedRequest, startHttpServer } from '../http-server.ts'
import { type AwsKey, checkAwsSignature } from './aws-signature.ts'

/** dynalite or kinesalite behind a server that verifies signatures, which they do not verify themselves. */
export interface AwsFront {
  readonly origin: string
  /** Calls the emulator without a signature. */
  call(operation: string, input: object): Promise<unknown>
  /** Names of the operations so far, without those of `call`. */
  operations(): readonly string[]
  down(): Promise<void>
  up(): Promise<void>
  close(): Promise<void>
}

export interface AwsFrontOptions extends AwsKey {
  readonly emulator: Server
  /** Version of the API in `x-amz-target`. */
  readonly target: string
  readonly contentType: string
}

export async function startAwsFront({ emulator, target, contentType, ...key }: AwsFrontOptions): Promise<AwsFront> {
  emulator.listen(0, '127.0.0.1')
  await once(emulator, 'listening')
  const { port } = emulator.address() as AddressInfo // it listens on a port
  const inner = `http://127.0.0.1:${port}/`
  const front = await startHttpServer()

  /** The emulators want an authorization of the right form. */
  const ask = (operation: string, body: string) =>
    fetch(inner, {
      method: 'POST',
      headers: {
        'content-type': contentType,
        'x-amz-target': operation,
        'x-amz-date': '20200101T000000Z',
        authorization: `AWS4-HMAC-SHA256 Credential=a/20200101/us-east-1/${key.service}/aws4_request, SignedHeaders=host, Signature=b`,
      },
      body,
    })

  async function answer(request: ReceivedRequest) {
    const wrong = checkAwsSignature(request, key)
    const code = wrong === 'InvalidAccessKeyId' ? 'UnrecognizedClientException' : 'InvalidSignatureException'
    if (wrong) return { status: 400, body: JSON.stringify({ __type: `com.amazon.coral.service#${code}` }) }
    const response = await ask(String(request.headers['x-amz-target']), request.body)
    return { status: response.status, body: await response.text() }
  }

  front.answer((request, response) => {
    answer(request).then(
      ({ status, body }) => response.writeHead(status, { 'content-type': contentType }).end(body),
      () => response.writeHead(500).end(),
    )
  })

  return {
    origin: front.origin,
    async call(operation, input) {
      const response = await ask(`${target}.${operation}`, JSON.stringify(input))
      const body: unknown = await response.json().catch(() => undefined)
      if (!response.ok) throw new Error(`${operation}: ${JSON.stringify(body)}`)
      return body
    },
    operations: () => front.requests().map(({ headers }) => String(headers['x-amz-target']).replace(/^.*\./, '')),
    down: front.down,
    async up() {
      await front.down()
      await front.up()
    },
    async close() {
      await front.down()
      emulator.closeAllConnections()
      await new Promise((resolve) => emulator.close(resolve))
    },
  }
}
