import { expect, test } from 'vitest'
import { colorsOf } from '../theme/test-colors.ts'
import { hoconLanguage } from './hocon.ts'

test.each([
  ['# a = 1', '# a = 1:comment'],
  ['a = 1 // b', 'a:propertyName 1:number // b:comment'],
  ['idle_timeout = 15s', 'idle_timeout:propertyName 15s:number'],
  ['a.b { c: true }', 'a.b:propertyName c:propertyName true:atom'],
  ['"k" = "v"', '"k":propertyName "v":string'],
  ['bind = "0.0.0.0:1883"', 'bind:propertyName "0.0.0.0:1883":string'],
  ['cookie = ${?COOKIE}', 'cookie:propertyName ${?COOKIE}:string2'],
  ['tags = [a, "b", 3]', 'tags:propertyName a:string "b":string 3:number'],
  ['a = """x = 1\n# y"""', 'a:propertyName """x = 1:string # y""":string'],
  ['a = infinity\nb = x', 'a:propertyName infinity:atom b:propertyName x:string'],
  ['include "b.conf"', 'include:keyword "b.conf":string'],
  ['名称 = "温度"', '名称:propertyName "温度":string'],
])('%s', (text, expected) => {
  expect(colorsOf(hoconLanguage, text)).toBe(expected)
})
