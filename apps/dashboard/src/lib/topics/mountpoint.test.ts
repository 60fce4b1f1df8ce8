import { expect, test } from 'vitest'
import { withoutMountpoint } from './mountpoint.ts'

test('the mountpoint is removed, also after the share group', () => {
  expect(withoutMountpoint('dev/a/b', 'dev/')).toBe('a/b')
  expect(withoutMountpoint('$share/g/dev/a', 'dev/')).toBe('$share/g/a')
  expect(withoutMountpoint('other/a', 'dev/')).toBe('other/a')
  expect(withoutMountpoint('a', null)).toBe('a')
})
