// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../../api/render-page.tsx'
import { bindings } from '../decoders/bindings.ts'
import { dataHubRoutes } from '../routes.ts'
import { usesOf } from './uses.ts'

const user = userEvent.setup()

/** As recorded from EMQX. */
const av = {
  name: 'av',
  type: 'avro',
  description: 'd',
  source: '{"type":"record","name":"r","fields":[{"name":"id","type":"int"}]}',
}
const pb = { name: 'pb', type: 'protobuf', description: '', source: 'syntax = "proto3";\nmessage P { int32 id = 1; }' }

const rule = { id: 'r1', sql: `SELECT schema_decode('pb', payload, 'P') AS p FROM "t/#"` }
const validation = {
  name: 'v1',
  description: '',
  enable: true,
  topics: ['t/#'],
  failure_action: 'drop',
  log_failure: { level: 'info' },
  strategy: 'all_pass',
  checks: [{ type: 'avro', schema: 'av' }],
}

const open = (address: string, more: Answers = {}, role = 'administrator') =>
  renderPage(
    dataHubRoutes,
    address,
    {
      'GET /schema_registry': [av, pb],
      'GET /schema_registry/av': av,
      'GET /schema_registry/pb': pb,
      'GET /rules': { data: [rule], meta: { count: 1, page: 1, limit: 1000, hasnext: false } },
      'GET /schema_validations': [validation],
      'GET /message_transformations': [],
      ...more,
    },
    { role },
  )

afterEach(() => bindings.set([]))

test('the list has the number of uses, and a schema in use is not deleted', async () => {
  bindings.set([{ filter: 'a/#', decoder: { format: 'schema', schema: 'pb', messageType: 'P' } }])
  const page = await open('/schema')
  await screen.findByRole('link', { name: '2 uses' })
  await user.click(screen.getByRole('button', { name: 'Actions for av' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Schema av is in use' })
  within(dialog).getByText('Validation v1')
  await user.click(within(dialog).getByRole('button', { name: 'Show uses' }))
  await screen.findByRole('link', { name: 'v1' })
  expect(page.asked.filter((one) => one.startsWith('DELETE'))).toEqual([])
})

test('a schema that a rule uses is not deleted, and the rule is named', async () => {
  const page = await open('/schema')
  await user.click(await screen.findByRole('button', { name: 'Actions for pb' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  within(await screen.findByRole('dialog', { name: 'Schema pb is in use' })).getByText('Rule r1')
  expect(page.asked.filter((one) => one.startsWith('DELETE'))).toEqual([])
})

test('a schema that a payload decoder of the server uses is not deleted, and the decoder is named', async () => {
  const page = await open('/schema', {
    'GET /rules': { data: [], meta: { count: 0, page: 1, limit: 1000, hasnext: false } },
    'GET /mqdeck/payload_decoders': [{ topic: 'a/#', format: 'schema', schema: 'pb', message_type: 'P' }],
  })
  await user.click(await screen.findByRole('button', { name: 'Actions for pb' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  within(await screen.findByRole('dialog', { name: 'Schema pb is in use' })).getByText('Payload decoder a/#')
  expect(page.asked.filter((one) => one.startsWith('DELETE'))).toEqual([])
})

test('a new schema is checked while it is typed and sent as typed', async () => {
  const sent: unknown[] = []
  await open('/schema/create', {
    'POST /schema_registry': (_: URL, body: unknown) => {
      sent.push(body)
      return Response.json({ code: 'BAD_REQUEST', message: 'rejected' }, { status: 400 })
    },
  })
  await user.type(await screen.findByLabelText(/^Name/), 'new')
  await user.click(screen.getByRole('radio', { name: /Avro/ }))
  const source = screen.getByLabelText(/^Schema/)
  await user.click(source)
  await user.paste('"strin"')
  await screen.findByText(/The schema uses an unknown type/)
  await user.clear(source)
  await user.paste('"string"')
  await screen.findByText('The schema is valid.')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(sent).toEqual([{ name: 'new', type: 'avro', source: '"string"', description: '' }]))
})

test('a name that is taken is rejected without a request', async () => {
  const page = await open('/schema/create')
  await user.type(await screen.findByLabelText(/^Name/), 'av')
  await user.click(screen.getByLabelText(/^Schema/))
  await user.paste('{}')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('There is already a schema with this name.')
  expect(page.asked.filter((one) => one.startsWith('POST'))).toEqual([])
})

test('a payload is tested as hex and base64', async () => {
  await open('/schema/detail/av')
  const payload = await screen.findByLabelText(/^Payload/, { selector: 'textarea' })
  await user.click(payload)
  await user.paste('0x2a')
  await screen.findByText(/"id": 21/)
  await user.click(screen.getByText('Base64'))
  await user.clear(payload)
  await user.paste('***')
  await screen.findByText('The payload is not valid base64.')
  await user.clear(payload)
  await user.paste('KioqKg==')
  await screen.findByText(/The payload has more bytes than the schema/)
})

test('a viewer sees the schema, and cannot change it', async () => {
  await open('/schema/detail/pb', {}, 'viewer')
  await screen.findByText('Message types: P')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  expect(screen.getByLabelText(/^Schema/, { selector: 'textarea' })).toHaveProperty('readOnly', true)
})

test('a decoder is created, and a second one for its topic filter is rejected', async () => {
  await open('/schema/decoders', {}, 'viewer')
  await user.click(await screen.findByRole('button', { name: 'New decoder' }))
  const dialog = await screen.findByRole('dialog', { name: 'New decoder' })
  await user.type(within(dialog).getByLabelText(/^Topic filter/), 'a/#')
  await user.selectOptions(within(dialog).getByLabelText('Decode as'), 'Sparkplug B')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bindings.get()).toEqual([{ filter: 'a/#', decoder: { format: 'sparkplug' } }]))
  await screen.findByText('Sparkplug B')
  await user.click(screen.getByRole('button', { name: 'New decoder' }))
  const second = await screen.findByRole('dialog', { name: 'New decoder' })
  await user.type(within(second).getByLabelText(/^Topic filter/), 'a/#')
  await user.click(within(second).getByRole('button', { name: 'Save' }))
  await within(second).findByText('There is already a decoder for this topic filter.')
  await within(second).findByText('Choose a decoder.')
})

test('uses are found in rules, validations and transformations', () => {
  const sql = `SELECT schema_check("a", payload), schema_encode ( 'b', x, 'M') FROM "schema_decode('c')"`
  const uses = usesOf(
    [{ id: 'r', sql }],
    [
      {
        name: 'v',
        checks: [
          { type: 'avro', schema: 'a' },
          { type: 'sql', sql: `SELECT 1 WHERE schema_check('b', payload)` },
        ],
      },
    ],
    [{ name: 't', payload_decoder: { type: 'avro', schema: 'a' }, payload_encoder: { type: 'avro', schema: 'a' } }],
  )
  expect(uses.get('a')).toEqual([
    { kind: 'rule', name: 'r' },
    { kind: 'validation', name: 'v' },
    { kind: 'transformation', name: 't' },
  ])
  expect(uses.get('b')?.map(({ kind }) => kind)).toEqual(['rule', 'validation'])
})
