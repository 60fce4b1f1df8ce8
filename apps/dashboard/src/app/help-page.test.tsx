// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../api/render-page.tsx'
import { menuOf } from './navigation.ts'
import { features } from './routes.ts'

const helpRoutes = features.find(({ pages }) => pages.some(({ path }) => path === '/help'))

test('the menu ends with Help', () => {
  expect(
    menuOf(features)
      .at(-1)
      ?.entries.map(({ path }) => path),
  ).toEqual(['/help'])
})

test('in front of the embedded broker the help names no edition and links to the OpenAPI document only', async () => {
  if (!helpRoutes) throw new Error('there is no help')
  await renderPage(helpRoutes, '/help', {}, { edition: 'ce', role: 'administrator' })
  await screen.findByText('All features included, no license required')
  expect(screen.getByRole('link', { name: 'OpenAPI document' }).getAttribute('href')).toBe('/api-docs/swagger.json')
  expect(screen.queryByRole('link', { name: 'API documentation' })).toBeNull()
  expect(within(screen.getByText('Open help').parentElement ?? document.body).getByText('?')).toBeTruthy()
  screen.getByText('mqdeck reset-password USERNAME')
})

test('in front of a cluster the help names its edition and links to its API documentation', async () => {
  if (!helpRoutes) throw new Error('there is no help')
  await renderPage(helpRoutes, '/help', {}, { edition: 'opensource' })
  await screen.findByText('EMQX Open Source')
  expect(screen.getByRole('link', { name: 'API documentation' }).getAttribute('href')).toBe('/api-docs')
})
