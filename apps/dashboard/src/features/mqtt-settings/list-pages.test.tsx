// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { createTestBroker, onlyPage } from './test-broker.ts'

const user = userEvent.setup()
const rule = (source_topic: string, dest_topic = 'z/$1', more: object = {}) => ({
  action: 'all',
  source_topic,
  re: '^(.+)$',
  dest_topic,
  ...more,
})
const openRewrite = (rules: readonly unknown[], role?: string) => {
  const broker = createTestBroker({ '/mqtt/topic_rewrite': rules })
  return renderPage(
    onlyPage('/topic-rewrite'),
    '/topic-rewrite',
    broker.answers,
    role === undefined ? {} : { role },
  ).then(() => broker)
}
const sources = () =>
  within(screen.getByRole('table', { name: 'Rules' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[2]?.textContent)
const save = async () => {
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'Review changes' })
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
}

describe('topic rewrite', () => {
  test('rules are moved with the arrow keys, keep the focus, and are saved as a whole', async () => {
    const broker = await openRewrite([rule('a'), rule('b'), rule('c')])
    const handle = await screen.findByRole('button', { name: /^Move rule 1/ })
    handle.focus()
    await user.keyboard('{ArrowDown}')
    expect(sources()).toEqual(['b', 'a', 'c'])
    await user.keyboard('{End}')
    expect(sources()).toEqual(['b', 'c', 'a'])
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Move rule 3/)
    expect(broker.sent).toEqual([])
    await save()
    await screen.findByText('Updated successfully')
    expect(broker.sent).toEqual([{ path: '/mqtt/topic_rewrite', body: [rule('b'), rule('c'), rule('a')] }])
  })

  test('a rule is added, but not while it is invalid', async () => {
    const broker = await openRewrite([rule('a')])
    await user.click(await screen.findByRole('button', { name: 'Add rule' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add rule' })
    await user.type(within(dialog).getByLabelText(/^Source topic/), 'x/#')
    await user.type(within(dialog).getByLabelText(/^Regular expression/), '^x/(?=y)')
    await user.type(within(dialog).getByLabelText(/^Target topic/), 'y/$1')
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }))
    await within(dialog).findByText(/Look-around and back-references are not supported/)
    const expression = within(dialog).getByLabelText(/^Regular expression/)
    await user.clear(expression)
    await user.type(expression, '^x/(.+)$')
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }))
    expect(sources()).toEqual(['a', 'x/#'])
    await save()
    await waitFor(() => expect(broker.sent).toHaveLength(1))
    expect(broker.sent[0]?.body).toEqual([
      rule('a'),
      { action: 'all', source_topic: 'x/#', re: '^x/(.+)$', dest_topic: 'y/$1' },
    ])
  })

  test('duplicate rules and rules that never apply are marked', async () => {
    await openRewrite([rule('a/b'), rule('a/b'), rule('c', 'y', { action: 'publish' }), rule('+')])
    await screen.findByText('Same as rule 2')
    expect(screen.getByText('Same as rule 1')).toBeTruthy()
    expect(screen.getByText('Never used: rule 4 applies')).toBeTruthy()
  })

  test('a topic is tested with the unsaved rules of the page', async () => {
    const broker = await openRewrite([rule('x/#', 'first/$1'), rule('x/y/#', 'second/${clientid}')])
    const topic = await screen.findByLabelText('Topic')
    await user.type(topic, 'x/y/1')
    await screen.findByText('second/c1')
    expect(screen.getByText('Rule 2 applies.')).toBeTruthy()
    await user.clear(topic)
    await user.type(topic, 'other')
    await screen.findByText('No rule has a matching source topic.')
    await user.clear(topic)
    await user.type(topic, 'x/+')
    await screen.findByText('A topic to publish to cannot contain + or #.')
    await user.click(screen.getByRole('radio', { name: 'Subscribe' }))
    await screen.findByText('first/x/+')
    expect(broker.sent).toEqual([])
  })

  test('a list saved by another user is reported and not overwritten', async () => {
    const broker = await openRewrite([rule('a'), rule('b')])
    const handle = await screen.findByRole('button', { name: /^Move rule 1/ })
    handle.focus()
    await user.keyboard('{ArrowDown}')
    broker.set('/mqtt/topic_rewrite', [rule('theirs')])
    await save()
    await screen.findByText(/Another user saved a different list/)
    expect(broker.sent).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(sources()).toEqual(['theirs']))
  })

  test('an error of the broker names the row', async () => {
    const broker = createTestBroker({ '/mqtt/topic_rewrite': [rule('a'), rule('b')] })
    const message = JSON.stringify({
      kind: 'validation_error',
      path: 'rewrite.2.re',
      reason: 'is too clever',
      value: 'x',
    })
    await renderPage(onlyPage('/topic-rewrite'), '/topic-rewrite', {
      ...broker.answers,
      'PUT /mqtt/topic_rewrite': () => Response.json({ code: 'BAD_REQUEST', message }, { status: 400 }),
    })
    const handle = await screen.findByRole('button', { name: /^Move rule 1/ })
    handle.focus()
    await user.keyboard('{ArrowDown}')
    await save()
    expect((await screen.findByRole('alert')).textContent).toMatch(/Row 2: .*is too clever/)
    expect(sources()).toEqual(['b', 'a'])
  })

  test('is read-only for a viewer', async () => {
    await openRewrite([rule('a')], 'viewer')
    await screen.findByRole('table', { name: 'Rules' })
    await waitFor(() => expect(sources()).toEqual(['a']))
    expect(screen.queryByRole('button', { name: 'Add rule' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
  })
})

describe('auto subscribe', () => {
  const topic = (name: string) => ({ topic: name, qos: 0, rh: 0, rap: 0, nl: 0 })

  test('a topic with placeholders is added with its options', async () => {
    const broker = createTestBroker()
    await renderPage(onlyPage('/auto-sub'), '/auto-sub', broker.answers)
    await user.click(await screen.findByRole('button', { name: 'Add topic' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add topic' })
    const field = within(dialog).getByLabelText(/^Topic/)
    await user.type(field, 'n/$')
    await user.click(await within(dialog).findByRole('option', { name: /clientid/ }))
    expect(field).toHaveProperty('value', 'n/${clientid}')
    await user.click(within(dialog).getByRole('radio', { name: '1' }))
    await user.click(within(dialog).getByLabelText('Retain as published'))
    await user.click(within(dialog).getByLabelText(/^Do not send/))
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }))
    await save()
    await waitFor(() => expect(broker.sent).toHaveLength(1))
    expect(broker.sent[0]).toEqual({
      path: '/mqtt/auto_subscribe',
      body: [{ topic: 'n/${clientid}', qos: 1, rh: 2, rap: 1, nl: 0 }],
    })
  })

  test('duplicate topics and invalid topic filters are rejected', async () => {
    const broker = createTestBroker({ '/mqtt/auto_subscribe': [topic('a')] })
    await renderPage(onlyPage('/auto-sub'), '/auto-sub', broker.answers)
    await user.click(await screen.findByRole('button', { name: 'Add topic' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add topic' })
    const field = within(dialog).getByLabelText(/^Topic/)
    await user.type(field, 'a')
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }))
    await within(dialog).findByText('This topic is already in the list.')
    await user.type(field, '#')
    await within(dialog).findByText('# must be a separate level and the last one.')
  })

  test('discarding restores a deleted topic', async () => {
    const broker = createTestBroker({ '/mqtt/auto_subscribe': [topic('a'), topic('b')] })
    await renderPage(onlyPage('/auto-sub'), '/auto-sub', broker.answers)
    await user.click((await screen.findAllByRole('button', { name: /^Actions for / }))[0] ?? document.body)
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('a')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await screen.findByText('a')
    expect(broker.sent).toEqual([])
  })
})
