import type { ListenerSummary } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { type ConnectionProblem, checksFor, isLoginProblem, type ListenerContext } from './connection-problem.ts'
import { type ConnectionSettings, newSettings } from './connection-settings.ts'

const listener = (id: string, bind: string, changes: object = {}) =>
  ({
    id,
    type: id.split(':')[0],
    name: 'default',
    enable: true,
    bind,
    acceptors: 16,
    number: 1,
    status: { running: true, max_connections: 10, current_connections: 0 },
    node_status: [],
    ...changes,
  }) as unknown as ListenerSummary

const context: ListenerContext = {
  pageProtocol: 'http:',
  listeners: [
    listener('tcp:default', '0.0.0.0:1883'),
    listener('ws:default', '0.0.0.0:8083'),
    listener('wss:default', '0.0.0.0:8084'),
    listener('ws:off', '0.0.0.0:8085', { enable: false }),
    listener('ws:broken', '0.0.0.0:8086', { status: { running: false } }),
  ],
  paths: new Map([['ws:default', '/mqtt']]),
  proxiedListener: undefined,
}
const unreachable: ConnectionProblem = { kind: 'unreachable' }
const kinds = (
  problem: ConnectionProblem,
  changes: Partial<ConnectionSettings> = {},
  other: Partial<ListenerContext> = {},
) => {
  const settings = { ...newSettings({ protocol: 'http:', hostname: 'h' }), ...changes }
  return checksFor(problem, settings, { ...context, ...other }).map(({ kind }) => kind)
}

test.each([
  [{ port: 1883 }, ['wrongType', 'network']],
  [{ port: 9999 }, ['noListener', 'network']],
  [{ port: 8084 }, ['needsTls', 'network']],
  [{ port: 8085 }, ['disabled', 'network']],
  [{ port: 8086 }, ['stopped', 'network']],
  [{ path: '/other' }, ['path', 'network']],
  [{ path: '/mqtt?token=1' }, ['network']],
  [{ scheme: 'wss', port: 8083 }, ['noTls', 'certificate', 'network']],
  [{ scheme: 'wss', port: 8084 }, ['certificate', 'network']],
] as const)('no response with %j: check %j', (changes, expected) => {
  expect(kinds(unreachable, changes)).toEqual(expected)
})

test('an https page cannot open a ws:// connection', () => {
  expect(kinds(unreachable, {}, { pageProtocol: 'https:' })).toEqual(['mixedContent'])
  expect(kinds({ kind: 'forbidden' }, {}, { pageProtocol: 'https:' })).toEqual(['mixedContent'])
})

test('the ports of listeners are not checked for a proxied listener', () => {
  expect(kinds(unreachable, { port: 18083 }, { proxiedListener: 'ws:default' })).toEqual(['network'])
  expect(kinds(unreachable, { port: 18083 }, { proxiedListener: 'ws:off' })).toEqual(['disabled', 'network'])
})

test('a missing WebSocket listener is reported', () => {
  expect(kinds(unreachable, {}, { listeners: [] })).toEqual(['noListeners', 'network'])
  expect(kinds(unreachable, {}, { listeners: undefined })).toEqual(['network'])
})

test('reason codes depend on the MQTT version', () => {
  expect(kinds({ kind: 'refused', version: 4, code: 5 })).toEqual(['credentials'])
  expect(kinds({ kind: 'refused', version: 5, code: 134 })).toEqual(['credentials'])
  expect(kinds({ kind: 'refused', version: 5, code: 138 })).toEqual(['banned'])
  expect(kinds({ kind: 'disconnected', code: 142 })).toEqual(['takenOver'])
  expect(kinds({ kind: 'refused', version: 5, code: 5 })).toEqual([])
})

test.each([
  [5, 0x86, true],
  [5, 0x87, true],
  [5, 0x89, false],
  [4, 4, true],
  [4, 5, true],
  [4, 3, false],
])('MQTT version %i: other credentials may help after the code %i: %s', (version, code, expected) => {
  expect(isLoginProblem({ kind: 'refused', version, code })).toBe(expected)
})

test('other credentials do not help if the broker is unreachable or without a problem', () => {
  expect([isLoginProblem(unreachable), isLoginProblem(undefined)]).toEqual([false, false])
})
