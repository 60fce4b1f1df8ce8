import { expect, test } from 'vitest'
import { browserLocale } from './locale.ts'

test.each([
  ['zh', 'zh'],
  ['zh-CN', 'zh'],
  ['ZH-TW', 'zh'],
  ['en-US', 'en'],
  ['de', 'en'],
  ['', 'en'],
])('a browser in "%s" starts in %s', (language, locale) => {
  expect(browserLocale(language)).toBe(locale)
})
