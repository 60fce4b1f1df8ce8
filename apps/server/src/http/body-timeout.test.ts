import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { allowLongBody, limitBody } from './body-timeout.ts'
import { reportSignedIn } from './signed-in.ts'

const onLate = vi.fn()
beforeEach(() => {
  onLate.mockClear()
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

function request(headers: IncomingMessage['headers']): IncomingMessage {
  const message = new IncomingMessage(new Socket())
  Object.assign(message.headers, headers)
  return message
}

it('the body of a caller who is not signed in must be complete after five seconds', () => {
  const slow = request({ 'content-length': '100' })
  limitBody(slow, onLate)
  slow.on('data', () => {})
  vi.advanceTimersByTime(4000)
  slow.emit('data', 'x')
  vi.advanceTimersByTime(1001)
  expect(onLate).toHaveBeenCalledOnce()
})

it('a complete body ends the time limit', () => {
  const login = request({ 'content-length': '100' })
  limitBody(login, onLate)
  login.emit('end')
  vi.advanceTimersByTime(600_000)
  expect(onLate).not.toHaveBeenCalled()
})

it('a body of a signed-in caller that is incomplete after a minute is late, even if data arrives', () => {
  const slow = request({ 'content-length': '100' })
  limitBody(slow, onLate)
  reportSignedIn(slow)
  slow.on('data', () => {})
  vi.advanceTimersByTime(50_000)
  slow.emit('data', 'x')
  vi.advanceTimersByTime(11_000)
  expect(onLate).toHaveBeenCalledOnce()
})

it('an upload may take longer while data arrives', () => {
  const file = request({ 'transfer-encoding': 'chunked' })
  limitBody(file, onLate)
  reportSignedIn(file)
  allowLongBody(file)
  for (let minutes = 0; minutes < 10; minutes += 0.75) {
    vi.advanceTimersByTime(45_000)
    file.emit('data', 'x')
  }
  expect(onLate).not.toHaveBeenCalled()
  vi.advanceTimersByTime(61_000)
  expect(onLate).toHaveBeenCalledOnce()
})

it('a request without a body has no time limit', () => {
  const get = request({})
  limitBody(get, onLate)
  vi.advanceTimersByTime(600_000)
  expect(onLate).not.toHaveBeenCalled()
})
