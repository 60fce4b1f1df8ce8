// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defineRoutes } from '../../ui/index.ts'
import { renderPage } from '../render-page.tsx'
import type { ChainStatus } from './chain-types.ts'
import { RateTrend } from './rate-trend.tsx'

const metrics = { total: 10, rate: 0.5, rate_last5m: 0.1, rate_max: 4 }
const data: ChainStatus = {
  status: 'connected',
  metrics,
  resource_metrics: {},
  node_status: [],
  node_metrics: [],
  node_error: [],
}
const status = {
  data,
  error: undefined,
  isLoading: false,
  isPrevious: false,
  isStale: false,
  updatedAt: 1_700_000_000_000,
  reload: async () => {},
}

const routes = defineRoutes({
  pages: [
    {
      path: '/trend',
      title: { en: 'Trend', zh: '趋势' },
      load: async () => ({
        default: () => (
          // What the chart reads of a loaded query.
          <RateTrend member={{ chain: 'authentication', name: 'jwt' }} status={status as never} />
        ),
      }),
    },
  ],
})

test('a broker that keeps only the present rate has a chart from the first answer on, and says how far back it reaches', async () => {
  await renderPage(routes, '/trend', {})
  await screen.findByText(/since this page was opened/)
  expect(screen.getByText('Rate in the past minute')).toBeTruthy()
})

test('a broker that records the past minute has no such note', async () => {
  const { asked } = await renderPage(routes, '/trend', {
    'GET /mqdeck/access_rates': {
      time_stamp: 1_700_000_000_000,
      interval: 5000,
      authentication: { jwt: [0, 1.2] },
      authorization: {},
    },
  })
  await screen.findByText('Rate in the past minute')
  expect(asked).toEqual(['GET /mqdeck/access_rates'])
  expect(screen.queryByText(/since this page was opened/)).toBeNull()
})
