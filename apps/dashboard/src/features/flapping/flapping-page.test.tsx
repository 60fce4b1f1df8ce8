// @vitest-environment jsdom
import { defaultsOf, flappingDetect, toComponents } from '@mqdeck/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { flappingRoutes } from './routes.ts'

const user = userEvent.setup()

const ban = (who: string, by: string) => ({
  as: 'clientid',
  who,
  by,
  reason: 'flapping is detected',
  at: '2026-11-21T07:57:34+00:00',
  until: 'infinity',
})

const zone = {
  mqtt: {},
  flapping_detect: defaultsOf(flappingDetect),
  force_shutdown: {},
  force_gc: {},
  durable_sessions: {},
}

const answers = (bans: readonly object[], more: Answers = {}): Answers => ({
  'GET /schemas/hotconf': { components: { schemas: toComponents([flappingDetect]) } },
  'GET /configs/global_zone': zone,
  'GET /mqdeck/overrides': [],
  'GET /banned': ({ searchParams }: URL) => {
    const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))]
    return { data: bans.slice((page - 1) * limit, page * limit), meta: { page, limit, count: bans.length } }
  },
  ...more,
})

const open = (given: Answers, role?: string) =>
  renderPage(flappingRoutes, '/flapping-detect', given, { ...(role && { role }) })

test('the whole zone is saved, including changes of others to its other roots', async () => {
  const sent: unknown[] = []
  const put = (_: URL, body: unknown) => {
    sent.push(body)
    return body
  }
  let theirs: object = zone
  await open(answers([], { 'GET /configs/global_zone': () => theirs, 'PUT /configs/global_zone': put }))
  await user.click(await screen.findByRole('switch', { name: 'Flapping detection' }))
  theirs = { ...zone, mqtt: { max_inflight: 64 } }
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Updated successfully')
  expect(sent).toEqual([{ ...theirs, flapping_detect: { ...zone.flapping_detect, enable: true } }])
})

test('shows the bans by flapping detection from all pages of the list', async () => {
  const others = Array.from({ length: 1200 }, (_, index) => ban(`other-${index}`, 'ann'))
  const done = () => new Response(null, { status: 204 })
  const { asked } = await open(
    answers([...others, ban('restless', 'flapping detector')], { 'DELETE /banned/clientid/restless': done }),
  )
  await screen.findByText('1 client banned for flapping')
  const row = screen.getByRole('row', { name: /restless/ })
  await user.click(within(row).getByRole('button', { name: /^Actions for / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete ban' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete the ban of restless?' })
  await user.click(within(dialog).getByRole('button', { name: 'Delete ban' }))
  await screen.findByText('Ban of restless deleted')
  expect(asked).toContain('DELETE /banned/clientid/restless')
})

test('a viewer cannot change anything', async () => {
  await open(answers([ban('restless', 'flapping detector')]), 'viewer')
  await screen.findByRole('row', { name: /restless/ })
  expect(screen.queryByRole('button', { name: /^Actions for / })).toBeNull()
  expect((await screen.findByRole('switch', { name: 'Flapping detection' })).hasAttribute('disabled')).toBe(true)
})
