// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
})

/** Loads the module again, as a page reload does. */
const load = () => import('./notifications.ts')

test('notifications are kept newest first, up to two hundred', async () => {
  const { notifications, remember } = await load()
  for (let n = 1; n <= 201; n++) remember({ kind: 'success', text: `n${n}` })
  expect(notifications.get()).toHaveLength(200)
  expect(notifications.get()[0]).toMatchObject({ text: 'n201', kind: 'success', id: 201 })
  expect(notifications.get().at(-1)?.text).toBe('n2')
})

test('a reload keeps notifications and continues their ids', async () => {
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

test('cleared notifications stay cleared after a reload', async () => {
  const first = await load()
  first.remember({ kind: 'error', text: 'refused' })
  first.forgetNotifications()
  vi.resetModules()
  const second = await load()
  expect([first.notifications.get(), second.notifications.get()]).toEqual([[], []])
})

test.each(['{', '{"id":1}', '[{"id":"1"},7,null]'])(
  'stored text that is not a notification is ignored: %s',
  async (text) => {
    sessionStorage.setItem('notifications', text)
    const { notifications } = await load()
    expect(notifications.get()).toEqual([])
  },
)
