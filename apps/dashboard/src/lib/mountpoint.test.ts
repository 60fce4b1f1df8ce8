import { expect, test } from 'vitest'
import { withoutMountpoint } from './mountpoint.ts'

test('the mountpoint is taken off, behind the share group too', () => {
  expect(withoutMountpoint('dev/a/b', 'dev/')).toBe('a/b')
  expect(withoutMountpoint('$share/g/dev/a', 'dev/')).toBe('$share/g/a')
  expect(withoutMountpoint('other/a', 'dev/')).toBe('other/a')
  expect(withoutMountpoint('a', null)).toBe('a')
})
