import { expect, test } from 'vitest'
import { fixedTexts } from './specification-texts.ts'

const catalogues = import.meta.glob<string>(
  [
    './**/*messages.ts',
    './**/fault-texts.ts',
    './i18n/shared.ts',
    './api/errors/{codes,reasons}.ts',
    '!./**/*.test.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
)
const all = Object.values(catalogues).join('\n').replaceAll('’', "'").replaceAll("\\'", "'")

test.each(fixedTexts)('the message catalogues have “%s”', (text) => {
  expect(all.includes(text)).toBe(true)
})
