import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Log } from '@mqdeck/kit'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApp } from './create-app.ts'

let app: FastifyInstance
let logged: string[]
let answered: number[]
beforeEach(async () => {
  logged = []
  answered = []
  const note = (_: object, event: string) => void logged.push(event)
  const log: Log = { isEnabled: () => false, debug: () => {}, info: note, warn: note, error: note }
  app = createApp({ log })
  app.addHook('onSend', async (_, reply) => void answered.push(reply.statusCode))
  app.post('/login', () => ({}))
  app.post('/broken', () => {
    throw new Error('a mistake in the code')
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** Sends the start of a body of 100 bytes. Resolves when the server reads it. */
async function sendHalf(): Promise<Socket> {
  const request = once(app.server, 'request')
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1') // listens on host and port
  socket.write('POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{')
  await request
  return socket
}

test('a caller that disconnects in the middle of a body is not logged', async () => {
  const socket = await sendHalf()
  socket.destroy()
  await expect.poll(() => answered).toEqual([400])
  expect(logged).toEqual([])
})

test('a body that arrives too slowly gets 408 and is not logged', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const socket = await sendHalf()
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  const closed = once(socket, 'close')
  vi.advanceTimersByTime(5001)
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('{"code":"BAD_REQUEST","message":"The body did not arrive in time"}')
  expect(logged).toEqual([])
})

test('an unexpected error is logged', async () => {
  const { port } = app.server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/broken`, { method: 'POST' })
  expect(response.status).toBe(500)
  expect(logged).toEqual(['http_request_failed'])
})
