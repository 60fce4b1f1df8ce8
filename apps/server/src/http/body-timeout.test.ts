import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { allowLongBody, limitBody } from './body-timeout.ts'
import { reportSignedIn } from './signed-in.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function request(headers: IncomingMessage['headers']): IncomingMessage {
  const message = new IncomingMessage(new Socket())
  Object.assign(message.headers, headers)
  return message
}

it('the body of a caller who is not signed in must be complete after five seconds', () => {
  const slow = request({ 'content-length': '100' })
  limitBody(slow)
  slow.on('data', () => {})
  vi.advanceTimersByTime(4000)
  slow.emit('data', 'x')
  vi.advanceTimersByTime(1001)
  expect(slow.destroyed).toBe(true)
})

it('a complete body ends the time limit', () => {
  const login = request({ 'content-length': '100' })
  limitBody(login)
  login.emit('end')
  vi.advanceTimersByTime(600_000)
  expect(login.destroyed).toBe(false)
})

it('a body of a signed-in caller that is incomplete after a minute closes the connection, even if data arrives', () => {
  const slow = request({ 'content-length': '100' })
  limitBody(slow)
  reportSignedIn(slow)
  slow.on('data', () => {})
  vi.advanceTimersByTime(50_000)
  slow.emit('data', 'x')
  vi.advanceTimersByTime(11_000)
  expect(slow.destroyed).toBe(true)
})

it('an upload may take longer while data arrives', () => {
  const file = request({ 'transfer-encoding': 'chunked' })
  limitBody(file)
  reportSignedIn(file)
  allowLongBody(file)
  for (let minutes = 0; minutes < 10; minutes += 0.75) {
    vi.advanceTimersByTime(45_000)
    file.emit('data', 'x')
  }
  expect(file.destroyed).toBe(false)
  vi.advanceTimersByTime(61_000)
  expect(file.destroyed).toBe(true)
})

it('a request without a body has no time limit', () => {
  const get = request({})
  limitBody(get)
  vi.advanceTimersByTime(600_000)
  expect(get.destroyed).toBe(false)
})
