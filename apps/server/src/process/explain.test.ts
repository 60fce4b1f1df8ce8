import { expect, it } from 'vitest'
import { withDefaults } from '../start-options/load.ts'
import { explain } from './explain.ts'

const listenError = (code: string, port: number) => Object.assign(new Error(code), { code, port, syscall: 'listen' })
const settings = withDefaults({ 'listeners.ws.port': 9001 })

it('names the key and the variable of a port that is taken', () => {
  expect(explain(listenError('EADDRINUSE', 9001), settings)).toBe(
    'Port 9001 (listeners.ws.port) is in use by another program. Choose another port with MQDECK_WS_PORT or listeners.ws.port.',
  )
})

it('finds the cause within another error', () => {
  const wrapped = new Error('listener ws:default', { cause: listenError('EACCES', 9001) })
  expect(explain(wrapped, settings)).toContain('requires elevated privileges')
})

it.each([{ code: 'ENOSPC' }, { code: 28 }])('reports a disk that accepts no data: %j', (facts) => {
  const full = Object.assign(new Error('No space left on device'), facts)
  expect(explain(new Error('start', { cause: full }), settings)).toBe('Cannot write to ./data: No space left on device')
})

it('returns undefined for unknown errors', () => {
  expect(explain(new Error('x'), settings)).toBeUndefined()
  expect(explain('x', undefined)).toBeUndefined()
})
