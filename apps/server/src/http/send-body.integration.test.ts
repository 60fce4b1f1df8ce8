import { createServer } from 'node:http'
import { connect } from 'node:net'
import { eventually } from '@mqdeck/testkit'
import Fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { sendAnswer } from './send-body.ts'

const running: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()))
})

async function serve(body: unknown): Promise<number> {
  const app = Fastify({ forceCloseConnections: true, serverFactory: (handler) => createServer(handler) })
  app.get('/', (_, reply) => sendAnswer(reply, 200, body))
  await app.listen({ port: 0, host: '127.0.0.1' })
  running.push(app)
  const address = app.server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

it.each([0, 1, 500, 501, 1500])('a list of %i rows and a page with it arrive complete', async (count) => {
  const data = Array.from({ length: count }, (_, topic) => ({ topic }))
  for (const body of [data, { data, meta: { count }, none: undefined }]) {
    const response = await fetch(`http://127.0.0.1:${await serve(body)}/`)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(body)))
  }
})

it('a long list is serialized only as far as the caller reads', async () => {
  let serialized = 0
  const row = {
    toJSON: () => {
      serialized += 1
      return 'x'.repeat(1000)
    },
  }
  const rows = Array.from({ length: 200_000 }, () => row)
  const socket = connect(await serve(rows), '127.0.0.1')
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  let before = 0
  await eventually(
    () => {
      const isFull = serialized > 0 && serialized === before
      before = serialized
      return isFull
    },
    () => 'rows are still serialized',
  )
  expect(serialized).toBeLessThan(rows.length / 2)
  socket.destroy()
})
