// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { securityRoutes } from './routes.ts'

/** A new EMQX broker, without the endpoints that only MQDeck has. */
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
  if (!line) throw new Error(`${title} is in no list`)
  return within(line)
}

test('on EMQX, all data of its API is checked, and each finding links to the page where it is fixed', async () => {
  await open(cluster)
  const anonymous = await lineOf('Clients connect without authentication')
  anonymous.getByText('Critical')
  anonymous.getByText(/No authenticator is enabled/)
  expect(anonymous.getByRole('link').getAttribute('href')).toBe('/authentication')
  const plain = await lineOf('Anyone can connect without encryption')
  plain.getByText('Critical')
  plain.getByText(/tcp:default/)
  expect((await lineOf('The ACL file allows everything')).getByRole('link').getAttribute('href')).toBe(
    '/authorization/detail/file?tab=settings',
  )
})

test('checks that need an MQDeck server are unknown on EMQX, with the reason', async () => {
  await open(cluster)
  const password = await lineOf('Default password')
  password.getByText('Unknown')
  password.getByText(/This broker does not report this/)
  ;(await lineOf('Certificates')).getByText('Unknown')
})

test('critical findings are in the first section, and the others are counted in the heads of their groups', async () => {
  await open({ ...cluster, 'GET /mqdeck/security': { default_password: true } })
  within(await screen.findByRole('region', { name: 'Result' })).getByText('4 critical')
  const [first, clients] = screen.getAllByRole('heading', { level: 2 }).map((head) => head.closest('section'))
  expect(first?.querySelector('h2')?.textContent).toBe('Fix first')
  const states = Array.from(first?.querySelectorAll('li') ?? [], (line) => line.textContent?.slice(0, 8))
  expect(states).toEqual(['Critical', 'Critical', 'Critical', 'Critical'])
  expect(clients?.textContent).toMatch(/^Clients2 warnings/)
})

test('a viewer sees the results of permitted requests and a note', async () => {
  const forbidden = () => Response.json({ code: 'UNAUTHORIZED_ROLE', message: '' }, { status: 403 })
  await open({ ...cluster, 'GET /mqdeck/security': forbidden }, 'viewer')
  await screen.findByText(/require administrator rights/)
  ;(await lineOf('Default password')).getByText('Unknown')
})
