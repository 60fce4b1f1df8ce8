import { silentLog, systemClock } from '@mqdeck/kit'
import { expect, test } from 'vitest'
import { structsOf } from '../catalog.ts'
import { runtime } from './runtime.ts'

const context = { clock: systemClock, log: silentLog, folder: '/', node: 'mqdeck@127.0.0.1', name: 'a' }
const actionOf = (...command_template: string[]) => runtime.action?.({ command_template }, {} as never, context)
const render = (words: readonly string[], data: object) =>
  actionOf(...words)?.render(data as never) as readonly unknown[] | undefined

test('each placeholder stays within its argument', () => {
  const data = { clientid: 'c 1', payload: '{"t": 21.5}', big: 9_223_372_036_854_775_807n }
  expect(render(['SET', 'mqtt:${clientid}', '${payload.t} ${big}'], data)).toEqual([
    'SET',
    'mqtt:c 1',
    '21.5 9223372036854775807',
  ])
})

test('a missing value is the text undefined, and bytes stay unchanged', () => {
  const bytes = new Uint8Array([0xff, 0])
  const [, missing, argument] = render(['SET', '${x}', '${bytes}'], { bytes }) ?? []
  expect(missing).toBe('undefined')
  expect(argument).toBeInstanceOf(Uint8Array)
  expect([...Buffer.from(argument as Uint8Array)]).toEqual([...bytes])
})

test('the result of map_to_redis_hset_args() becomes several arguments if the placeholder is a whole argument', () => {
  const args = ['map_to_redis_hset_args', 'a', '1', 'b', 'x y']
  expect(render(['HSET', 'k', '${args}'], { args })).toEqual(['HSET', 'k', 'a', '1', 'b', 'x y'])
  expect(render(['HSET', 'k', '${args}'], { args: args.slice(0, 1) })).toEqual(['HSET', 'k'])
  expect(render(['SET', 'k', 'all: ${args}'], { args })).toEqual(['SET', 'k', `all: ${JSON.stringify(args)}`])
  expect(render(['SET', 'k', '${args}'], { args: ['a', 'b'] })).toEqual(['SET', 'k', '["a","b"]'])
})

test('commands that change the shared connection are rejected', () => {
  expect(() => actionOf('subscribe', 't')).toThrow('changes the shared connection')
  expect(() => render(['${command}', 't'], { command: 'MULTI' })).toThrow('changes the shared connection')
  expect(() => render(['${command}'], { command: ' ' })).toThrow('the command is empty')
})

test('a command without a name is rejected', () => {
  const { schema } = structsOf('action', 'redis')?.put ?? {}
  const read = (command_template: unknown) => schema?.safeParse({ connector: 'c', parameters: { command_template } })
  expect(read(['SET', 'a', 'b'])?.success).toBe(true)
  for (const wrong of [[], [''], ['SET', ' '], 'SET a b', undefined]) expect(read(wrong)?.success).toBe(false)
})
