// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
})

/** As after a reload of the page. */
const load = () => import('./notifications.ts')

test('what was told is kept newest first, two hundred at most', async () => {
  const { notifications, remember } = await load()
  for (let n = 1; n <= 201; n++) remember({ kind: 'success', text: `n${n}` })
  expect(notifications.get()).toHaveLength(200)
  expect(notifications.get()[0]).toMatchObject({ text: 'n201', kind: 'success', id: 201 })
  expect(notifications.get().at(-1)?.text).toBe('n2')
})

test('a reload does not lose what was told, and numbers go on', async () => {
  const first = await load()
  first.remember({ kind: 'error', text: 'refused', detail: 'why' })
  vi.resetModules()
  const second = await load()
  second.remember({ kind: 'info', text: 'later' })
  expect(second.notifications.get().map(({ id, text, detail }) => [id, text, detail])).toEqual([
    [2, 'later', undefined],
    [1, 'refused', 'why'],
  ])
})

test('what was forgotten does not come back', async () => {
  const first = await load()
  first.remember({ kind: 'error', text: 'refused' })
  first.forgetNotifications()
  vi.resetModules()
  const second = await load()
  expect([first.notifications.get(), second.notifications.get()]).toEqual([[], []])
})

test.each(['{', '{"id":1}', '[{"id":"1"},7,null]'])(
  'foreign text in the storage is no notification: %s',
  async (text) => {
    sessionStorage.setItem('notifications', text)
    const { notifications } = await load()
    expect(notifications.get()).toEqual([])
  },
)
