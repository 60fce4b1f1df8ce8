// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../api/render-page.tsx'
import { defineRoutes } from '../../../ui/index.ts'
import type { ChainStatus } from './chain-types.ts'
import { chainMessages } from './messages.ts'
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
  every: 0,
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
          // The chart only reads these parts of a loaded query.
          <RateTrend chain="authentication" id="jwt" status={status as never} />
        ),
      }),
    },
  ],
})

test('if the broker keeps only the current rate, the chart starts when the page was opened and a note says so', async () => {
  await renderPage(routes, '/trend', {})
  await screen.findByText(chainMessages.en.trendSinceOpened)
  expect(screen.getByText('Rate in the past minute')).toBeTruthy()
})

test('if the broker records the past minute, there is no such note', async () => {
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
  expect(screen.queryByText(chainMessages.en.trendSinceOpened)).toBeNull()
})
