import { expect, test } from 'vitest'
import { createRows, tabletsOf } from './tablets.ts'

const parameters = { is_aligned: false, max_retries: 2, device_id: 'root.${clientid}' }
const point = (
  measurement: string,
  data_type: 'text' | 'boolean' | 'int32' | 'int64' | 'float' | 'double',
  value: string,
) => ({
  measurement,
  data_type,
  value,
  timestamp: '${timestamp}',
})

test('values are of their data type, and missing values are null', () => {
  const rows = createRows({
    ...parameters,
    data: [
      point('t', 'text', '${payload.t}'),
      point('b', 'boolean', '${payload.b}'),
      point('i', 'int32', '${payload.i}'),
      point('l', 'int64', '${payload.l}'),
      point('f', 'double', '${payload.f}'),
      point('none', 'float', '${payload.none}'),
    ],
  })
  const payload = '{"t": {"a": 1}, "b": "true", "i": 7.9, "l": 9007199254740993, "f": "1.5"}'
  expect(rows({ clientid: 'c1', timestamp: 5n, payload })).toEqual([
    {
      device: 'root.c1',
      time: 5n,
      measurements: ['t', 'b', 'i', 'l', 'f', 'none'],
      types: ['text', 'boolean', 'int32', 'int64', 'double', 'float'],
      values: ['{"a":1}', true, 7n, 9007199254740993n, 1.5, null],
    },
  ])
})

test.each([
  ['boolean', 'yes'],
  ['int32', '2147483648'],
  ['int64', '9223372036854775808'],
  ['int32', 'x'],
  ['double', ''],
  ['float', 'Infinity'],
] as const)('a value that is not a %s is rejected: %j', (type, v) => {
  const rows = createRows({ ...parameters, data: [point('m', type, '${v}')] })
  expect(() => rows({ clientid: 'c', timestamp: 1n, v })).toThrow(`not of the type ${type}`)
})

test('the device comes from the settings or the payload, and is required', () => {
  const rows = createRows({ is_aligned: false, max_retries: 2, data: [point('m', 'text', 'x')] })
  expect(rows({ timestamp: 1n, payload: '{"device_id": "root.a"}' })[0]?.device).toBe('root.a')
  expect(() => rows({ timestamp: 1n, payload: '{}' })).toThrow('no device ID')
  expect(() => rows({ timestamp: 'soon', payload: '{"device_id": "root.a"}' })).toThrow('timestamp must be an integer')
})

test('rows of a device with the same measurements are one tablet', () => {
  const rows = createRows({ ...parameters, data: [point('m', 'int32', '${v}')] })
  const all = [
    ['a', 1n, 1n],
    ['b', 2n, 2n],
    ['a', 3n, 3n],
  ].flatMap(([clientid, timestamp, v]) => rows({ clientid, timestamp, v }))
  expect(tabletsOf(all)).toEqual([
    { device: 'root.a', measurements: ['m'], types: ['INT32'], timestamps: [1n, 3n], values: [[1n, 3n]] },
    { device: 'root.b', measurements: ['m'], types: ['INT32'], timestamps: [2n], values: [[2n]] },
  ])
})

test('now is the time of the message in the unit of its name', () => {
  const at = (timestamp: string) => {
    const rows = createRows({ ...parameters, data: [{ ...point('m', 'text', 'x'), timestamp }] })
    return String(rows({ clientid: 'c' })[0]?.time).length
  }
  expect(['now', 'now_ms', 'now_us', 'now_ns'].map(at)).toEqual([13, 13, 16, 19])
})
