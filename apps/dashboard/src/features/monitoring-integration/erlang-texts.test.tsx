// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { recordedAnswers } from '../../api/test-cluster.ts'
import { monitoringRoutes } from './routes.ts'

const enterprise = { edition: 'ee', role: 'administrator' }
const mqdeck = { edition: 'ce', role: 'administrator' }

test('collectors of a cluster are those of the Erlang virtual machine, and can all be changed', async () => {
  await renderPage(monitoringRoutes, '/monitoring/integration', await recordedAnswers('get-fresh'), enterprise)
  for (const name of ['Erlang VM statistics', 'Erlang VM memory', 'Erlang VM limits', 'Erlang distribution', 'Mnesia'])
    expect(await screen.findByText(name)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/Node\.js|event loop|This setting cannot be changed/)
})

test('collectors of the MQDeck broker are those of its process', async () => {
  await renderPage(monitoringRoutes, '/monitoring/integration', await recordedAnswers('get-fresh'), mqdeck)
  expect(await screen.findByText('CPU and event loop of the process')).toBeTruthy()
  expect(screen.queryByText(/Erlang|Mnesia/)).toBeNull()
})
