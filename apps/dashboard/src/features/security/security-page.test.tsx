// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../data/render-page.tsx'
import { securityRoutes } from './routes.ts'

/** A broker as EMQX makes a new one: without what is only ours. */
const cluster: Answers = {
  'GET /authentication': [],
  'GET /authorization/sources': { sources: [{ type: 'file', enable: true, rules: '{allow, all}.' }] },
  'GET /authorization/settings': { no_match: 'allow', deny_action: 'ignore', cache: { enable: true } },
  'GET /users': [{ username: 'admin', description: '' }],
  'GET /api_key': [],
  'GET /configs/dashboard': { listeners: { http: { bind: 18083 } } },
  'GET /listeners': [{ id: 'tcp:default', type: 'tcp', name: 'default', enable: true, bind: '0.0.0.0:1883' }],
  'GET /listeners/tcp:default': {
    id: 'tcp:default',
    type: 'tcp',
    enable: true,
    bind: '0.0.0.0:1883',
    enable_authn: true,
  },
}

const open = (answers: Answers, role = 'administrator') => renderPage(securityRoutes, '/security', answers, { role })
const lineOf = async (title: string) => {
  const line = (await screen.findByRole('heading', { name: title })).closest('li')
  if (!line) throw new Error(`${title} stands in no list`)
  return within(line)
}

test('on a cluster everything that its own API tells is judged, with a way to mend it', async () => {
  await open(cluster)
  const anonymous = await lineOf('Clients prove who they are')
  anonymous.getByText('Danger')
  anonymous.getByText(/No authenticator is enabled/)
  expect(anonymous.getByRole('link').getAttribute('href')).toBe('/authentication')
  const plain = await lineOf('Nobody on the way can read along')
  plain.getByText('Danger')
  plain.getByText(/tcp:default/)
  expect((await lineOf('The ACL file does not allow everything')).getByRole('link').getAttribute('href')).toBe(
    '/authorization/detail/file?tab=settings',
  )
})

test('what only our server knows is unknown elsewhere, and says so', async () => {
  await open(cluster)
  const password = await lineOf('The first user has a password of its own')
  password.getByText('Unknown')
  password.getByText(/Only the server itself can tell/)
  ;(await lineOf('Certificates are valid, and stay so')).getByText('Unknown')
})

test('what is worst stands first, and is counted above', async () => {
  await open({ ...cluster, 'GET /mqdeck/security': { default_password: true } })
  const summary = within(await screen.findByRole('region', { name: 'Result' }))
  summary.getByText('4 dangers')
  const dashboard = screen.getByRole('heading', { name: /^Dashboard and API/ }).closest('section')
  const states = Array.from(dashboard?.querySelectorAll('li') ?? [], (line) => line.textContent?.slice(0, 6))
  expect(states.slice(0, 2)).toEqual(['Danger', 'Danger'])
})

test('a viewer sees what viewers may read', async () => {
  const forbidden = () => Response.json({ code: 'UNAUTHORIZED_ROLE', message: '' }, { status: 403 })
  await open({ ...cluster, 'GET /mqdeck/security': forbidden }, 'viewer')
  await screen.findByText(/for administrators only/)
  ;(await lineOf('The first user has a password of its own')).getByText('Unknown')
})
