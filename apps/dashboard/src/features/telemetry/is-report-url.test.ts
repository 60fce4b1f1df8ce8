import { expect, test } from 'vitest'
import { isReportUrl } from './is-report-url.ts'

test.each([
  ['', true],
  ['http://127.0.0.1:9000/x', true],
  ['HTTPS://reports.example.org', true],
  ['ftp://x', false],
  ['reports.example.org', false],
  ['https://', false],
  ['https://me:secret@x/', false],
])('%j is accepted as a report URL: %s', (text, isValid) => {
  expect(isReportUrl(text)).toBe(isValid)
})
