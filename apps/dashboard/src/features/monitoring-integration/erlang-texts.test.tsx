// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { recordedAnswers } from '../../api/test-cluster.ts'
import { recordedSchema } from '../../schema-form/test-documents.ts'
import { alarmRoutes } from '../alarms/routes.ts'
import { monitoringRoutes } from './routes.ts'

const enterprise = { edition: 'ee', role: 'administrator' }
const mqdeck = { edition: 'ce', role: 'administrator' }

test('collectors of a cluster are those of the Erlang virtual machine, and can all be changed', async () => {
  await renderPage(monitoringRoutes, '/monitoring/integration', await recordedAnswers('recorded/get-fresh'), enterprise)
  for (const name of ['Erlang VM statistics', 'Erlang VM memory', 'Erlang VM limits', 'Erlang distribution', 'Mnesia'])
    expect(await screen.findByText(name)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/Node\.js|event loop|This setting cannot be changed/)
})

test('collectors of the MQDeck broker are those of its process', async () => {
  await renderPage(monitoringRoutes, '/monitoring/integration', await recordedAnswers('recorded/get-fresh'), mqdeck)
  expect(await screen.findByText('CPU and event loop of the process')).toBeTruthy()
  expect(screen.queryByText(/Erlang|Mnesia/)).toBeNull()
})

test('alarm thresholds of a cluster are those of the Erlang virtual machine', async () => {
  const answers = {
    ...(await recordedAnswers('recorded/get-fresh')),
    'GET /schemas/hotconf': await recordedSchema('hotconf'),
  }
  await renderPage(alarmRoutes, '/alarm/settings', answers, enterprise)
  expect(await screen.findByText('Long schedule', {}, { timeout: 5000 })).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/event loop|V8|This setting cannot be changed/i)
})
