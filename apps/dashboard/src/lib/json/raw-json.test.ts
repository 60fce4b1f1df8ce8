import { expect, test } from 'vitest'
import { rawJsonAt } from './raw-json.ts'

test('a value inside JSON is returned as written', () => {
  const text = '{"a": {"n\\"": 12345678901234567890, "x": [1, {"b": "}"}]}, "c": "é\\n", "last": {"z": null}}'
  expect(rawJsonAt(text, ['a', 'n"'])).toBe('12345678901234567890')
  expect(rawJsonAt(text, ['a', 'x'])).toBe('[1, {"b": "}"}]')
  expect(rawJsonAt(text, ['c'])).toBe('"é\\n"')
  expect(rawJsonAt(text, ['last', 'z'])).toBe('null')
  expect(rawJsonAt(text, [])).toBe(text)
})

test('unknown keys and values that are not objects are undefined', () => {
  expect(rawJsonAt('{"a":{"b":1},"c":2}', ['a', 'c'])).toBeUndefined()
  expect(rawJsonAt('[{"a":1},{"c":2}]', ['c'])).toBeUndefined()
  expect(rawJsonAt('{"a":[1,2],"b":{}}', ['c'])).toBeUndefined()
  expect(rawJsonAt('{"a":[1,2],"b":{}}', ['b', 'a'])).toBeUndefined()
  expect(rawJsonAt('{"a":[{"x":1}]}', ['a', 'x'])).toBeUndefined()
  expect(rawJsonAt('{"a":[{"x":1}]}', ['x'])).toBeUndefined()
})
