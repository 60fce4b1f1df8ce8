import { expect, test } from 'vitest'
import { exportName } from './export-name.ts'

test('the file name has node, section and date', () => {
  const date = new Date(2026, 10, 1)
  expect(exportName('mqdeck@127.0.0.1', undefined, date)).toBe('mqdeck@127.0.0.1-2026-11-01.hocon')
  expect(exportName(undefined, 'mqtt', date)).toBe('broker-mqtt-2026-11-01.hocon')
})
