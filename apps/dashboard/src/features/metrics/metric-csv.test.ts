import { expect, test } from 'vitest'
import { metricsCsv } from './metric-csv.ts'

test('metrics are written as RFC 4180 CSV with an empty cell for an unknown rate', () => {
  const csv = metricsCsv([
    {
      name: 'bytes',
      rows: [
        { name: 'bytes.sent', value: 12, rate: 1.5 },
        { name: 'odd,"name"', value: 1, rate: undefined },
      ],
    },
  ])
  expect(csv).toBe('group,name,total,per_second\r\nbytes,bytes.sent,12,1.500\r\nbytes,"odd,""name""",1,\r\n')
})
