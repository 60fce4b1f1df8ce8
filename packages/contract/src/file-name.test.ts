import { expect, it } from 'vitest'
import { fileNameOf } from './file-name.ts'

it.each([
  ['attachment; filename="a.tar.gz"', 'a.tar.gz'],
  ['attachment; filename=a.tar.gz', 'a.tar.gz'],
  ['attachment;filename="say \\"hi\\".txt"', 'say "hi".txt'],
  ['attachment; filename="x.gz"; filename*=UTF-8\'\'%E5%A4%87.gz', '备.gz'],
  ["attachment; filename=x.gz; filename*=utf-8''%zz", 'x.gz'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\x\\\\y.gz"', 'y.gz'],
  ['attachment; filename=".."', undefined],
  ['attachment', undefined],
  [null, undefined],
])('the file name of %s is %s', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name)
})
