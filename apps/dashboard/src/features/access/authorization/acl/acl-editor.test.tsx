// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../api/render-page.tsx'
import { locale } from '../../../../i18n/index.ts'
import { authorizationRoutes } from '../routes.ts'

const user = userEvent.setup()

const rules = `%% The rules of the plant.

%% Ann may write.
{allow, {user, "ann"},   publish, ["plant/#", {eq, "a/+"}]}. % since May

{deny, {'or', [{ipaddr, "10.0.0.0/8"}, {'and', [{zone, "z"}, all]}]}, {publish, [{qos, [1,2]}]}, ["x"]}.

{allow, all}.
`

async function open(text: string, { view = 'visual', role = 'administrator' } = {}) {
  const sent: unknown[] = []
  const source = { type: 'file', enable: true, rules: text }
  const page = await renderPage(
    authorizationRoutes,
    `/authorization/detail/file?tab=settings&view=${view}`,
    {
      'GET /authorization/sources': { sources: [source] },
      'GET /authorization/settings': { no_match: 'allow' },
      'GET /authorization/sources/file': source,
      'GET /authorization/sources/file/status': {},
      'PUT /authorization/sources/file': (_: URL, body: unknown) => {
        sent.push(body)
        return new Response(null, { status: 204 })
      },
    },
    { role },
  )
  return { ...page, sent }
}

const choose = async (place: number, action: string) => {
  const [, ...rows] = await screen.findAllByRole('row')
  const row = rows[place - 1]
  if (!row) throw new Error(`no rule ${place}`)
  await user.click(within(row).getByRole('button', { name: /^Actions for / }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

/** The text of the editor. */
const text = async () => {
  await user.click(screen.getByRole('radio', { name: 'Text' }))
  const area = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Rules/ })
  return area.value
}

test('each rule is shown as text with its comment', async () => {
  await open(rules)
  const [, ann, deny, all] = (await screen.findAllByRole('row')).map((row) => row.textContent)
  expect(ann).toContain('Allow')
  expect(ann).toContain('Username annAnn may write. since MayPublishplant/#eq a/+')
  expect(deny).toContain('IP address 10.0.0.0/8 or (Zone z and Everyone)Publish · QoS 1, 2x')
  expect(all).toContain('EveryoneBothAll topics')
})

test('a change to one rule leaves the rest of the text unchanged', async () => {
  const { sent } = await open(rules)
  await choose(1, 'Edit')
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('radio', { name: 'Deny' }))
  await user.type(within(dialog).getByRole('textbox', { name: 'Topics' }), 'more/+{Enter}')
  expect(
    within(dialog).getByText('{deny, {username, "ann"}, publish, ["plant/#", {eq, "a/+"}, "more/+"]}.'),
  ).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  const changed = rules.replace('{allow, {user', '{deny, {user').replace('"a/+"}]', '"a/+"}, "more/+"]')
  await waitFor(() => expect(sent).toEqual([{ type: 'file', enable: true, rules: changed }]))
})

test('a new rule needs a condition and a topic, and is added before the rule that matches everything', async () => {
  await open('{allow, all}.\n')
  await user.click(await screen.findByRole('button', { name: 'Add rule' }))
  const dialog = await screen.findByRole('dialog')
  const add = () => user.click(within(dialog).getByRole('button', { name: 'Add' }))
  await add()
  expect(within(dialog).getByText(/ is required$/)).toBeTruthy()
  expect(within(dialog).getByText(/^Enter at least one topic/)).toBeTruthy()
  await user.selectOptions(within(dialog).getByLabelText('Comparison of condition 1'), 'matches')
  await user.type(within(dialog).getByLabelText('Value of condition 1'), '(')
  expect(within(dialog).getByText(/is not a valid regular expression/)).toBeTruthy()
  await user.type(within(dialog).getByLabelText('Value of condition 1'), 'a)')
  await user.click(within(dialog).getByRole('button', { name: 'Add condition' }))
  await user.selectOptions(within(dialog).getByLabelText('Type of condition 2'), 'IP address')
  await user.type(within(dialog).getByLabelText('Value of condition 2'), '10.0.0.0/8{Enter}')
  await user.type(within(dialog).getByRole('textbox', { name: 'Topics' }), 'a#{Enter}')
  expect(within(dialog).getByText('# must be a separate level and the last one.')).toBeTruthy()
  await user.clear(within(dialog).getByRole('textbox', { name: 'Topics' }))
  await user.type(within(dialog).getByRole('textbox', { name: 'Topics' }), 'a/#{Enter}')
  await add()
  expect(await text()).toBe(
    `{allow, {'and', [{username, {re, "(a)"}}, {ipaddr, "10.0.0.0/8"}]}, all, ["a/#"]}.\n{allow, all}.\n`,
  )
})

test('rules are moved by keyboard and deleted together with their comments', async () => {
  await open(rules)
  const first = await screen.findByRole('button', { name: /^Move rule 1:/ })
  first.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Move rule 2:/)
  await choose(1, 'Delete rule')
  expect(await text()).toBe(
    `%% The rules of the plant.\n\n%% Ann may write.\n{allow, {user, "ann"},   publish, ["plant/#", {eq, "a/+"}]}. % since May\n\n{allow, all}.\n`,
  )
})

test('nested conditions cannot be edited in the form, the rest of the rule can', async () => {
  await open(rules)
  await choose(2, 'Edit')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/^Nested conditions can only be edited as text/)).toBeTruthy()
  await user.click(within(dialog).getByRole('radio', { name: 'Allow' }))
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }))
  expect(await text()).toBe(rules.replace("{deny, {'or'", "{allow, {'or'"))
})

test('nested conditions have a button to edit them as text', async () => {
  await open(rules)
  await choose(2, 'Edit')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Edit as text' }))
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Rules/ })).value).toBe(rules)
})

test('a syntax error is shown with its position, and the visual view links back to the text', async () => {
  await open('{allow, all}.\n', { view: 'text' })
  const area = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Rules/ })
  expect(await screen.findByText('1 rule')).toBeTruthy()
  await user.type(area, '{{permit, all}.')
  expect(await screen.findByText('Line 2, column 2: a rule must start with allow or deny')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Visual' }))
  expect(await screen.findByText('Fix the syntax error first')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show text' }))
  expect(await screen.findByRole('textbox', { name: /^Rules/ })).toBeTruthy()
})

test('syntax errors are shown in the language of the page', async () => {
  locale.set('zh')
  await open('{allow}.', { view: 'text' })
  expect(await screen.findByText('第 1 行第 1 列：缺少规则适用的对象')).toBeTruthy()
})

test('the rules are read-only for a viewer', async () => {
  await open(rules, { role: 'viewer' })
  expect(await screen.findAllByRole('row')).toHaveLength(4)
  expect(screen.queryByRole('button', { name: /^Move|^Actions|rule/ })).toBeNull()
})
