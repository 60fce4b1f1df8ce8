import { expect, test } from 'vitest'
import { parseByteSize } from './byte-size.ts'

test.each([
  ['23.54G', 23.54 * 1024 ** 3],
  ['840.21M', 840.21 * 1024 ** 2],
  ['512K', 512 * 1024],
  ['12', 12],
  ['1.5GB', 1.5 * 1024 ** 3],
])('%s is read as bytes', (text, bytes) => {
  expect(parseByteSize(text)).toBe(bytes)
})

test('other texts have no size', () => {
  for (const text of [undefined, '', '-', 'G', '1.2.3G', '5X']) expect(parseByteSize(text)).toBeUndefined()
})
