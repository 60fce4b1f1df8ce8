// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { recordedAnswers } from '../../api/test-cluster.ts'
import { recordedSchema } from '../../schema-form/test-documents.ts'
import { alarmRoutes } from './routes.ts'

const enterprise = { edition: 'ee', role: 'administrator' }

test('alarm thresholds of a cluster are those of the Erlang virtual machine', async () => {
  const answers = {
    ...(await recordedAnswers('get-fresh')),
    'GET /schemas/hotconf': await recordedSchema('hotconf'),
  }
  await renderPage(alarmRoutes, '/alarm/settings', answers, enterprise)
  expect(await screen.findByText('Long schedule', {}, { timeout: 5000 })).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/event loop|V8|This setting cannot be changed/i)
})
