// @vitest-environment jsdom
import { ApiError } from '@mqdeck/contract'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ConnectionProvider, createConnection } from '../api/connection.tsx'
import { createSessionKeeper } from '../api/session/session.ts'
import { tabVault } from '../api/session/vault.ts'
import { locale } from '../i18n/index.ts'
import { UiProvider } from '../ui/index.ts'
import { SchemaForm, type SchemaFormProps } from './schema-form.tsx'
import { recordedSchema } from './test-documents.ts'
import { type SchemaFormControl, type SchemaFormOptions, useSchemaForm } from './use-schema-form.ts'
import type { WireSchema } from './wire.ts'

const shownFields = [
  'max_packet_size',
  'max_topic_levels',
  'retain_available',
  'strict_mode',
  'idle_timeout',
  'response_information',
  'retry_interval',
  'client_attrs_init',
  'session_expiry_interval',
  'mqueue_priorities',
  'max_mqueue_len',
  'max_inflight',
  'upgrade_qos',
]
const recorded = await recordedSchema('hotconf')
const { 'emqx.mqtt': wholeMqtt, ...otherComponents } = recorded.components.schemas
/** EMQX's schema with fewer fields. */
const hotconf = {
  components: {
    schemas: {
      ...otherComponents,
      'emqx.mqtt': {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(wholeMqtt?.properties ?? {}).filter(([key]) => shownFields.includes(key)),
        ),
      },
    },
  },
}
const connectors = await recordedSchema('connectors')

const mqtt = {
  max_packet_size: '1MB',
  max_inflight: 32,
  retry_interval: 'infinity',
  session_expiry_interval: '2h',
  response_information: 'old',
  retain_available: true,
  client_attrs_init: [{ expression: 'username', set_as_attr: 'a' }],
  mqueue_priorities: 'disabled',
  from_a_newer_broker: { keep: ['me'] },
}

interface Shown {
  readonly form: () => SchemaFormControl
  readonly saved: ReturnType<typeof vi.fn>
}

async function show(options: Partial<SchemaFormOptions>, props: Partial<SchemaFormProps> = {}): Promise<Shown> {
  let form: SchemaFormControl | undefined
  const saved = vi.fn(async () => {})
  function Page() {
    form = useSchemaForm({ document: hotconf, component: 'emqx.mqtt', mode: 'edit', ...options })
    return <SchemaForm form={form} guard={false} onSave={saved} {...props} />
  }
  const session = await createSessionKeeper(tabVault('user'))
  await session.start({ username: 'viewer', token: 't', version: '5.8.9', role: 'viewer' })
  render(
    <ConnectionProvider connection={createConnection({ session })}>
      <UiProvider env="test">
        <Page />
      </UiProvider>
    </ConnectionProvider>,
  )
  await waitFor(() => expect(form?.isReady).toBe(true))
  return {
    saved,
    form: () => {
      if (!form) throw new Error('no form')
      return form
    },
  }
}

const inputs: Readonly<Record<string, WireSchema>> = {
  'test.form': {
    type: 'object',
    properties: {
      name: { type: 'string' },
      secret: { type: 'string', format: 'password' },
      list: { type: 'array', items: { type: 'object', properties: { topic: { type: 'string' } } } },
      anything: { type: 'a new kind' },
    },
    required: ['name'],
  },
}
const small: Pick<SchemaFormOptions, 'document' | 'component'> = {
  document: { components: { schemas: inputs } },
  component: 'test.form',
}

const textIn = (field: HTMLElement) =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : undefined

/** The field with its label, reset and error. */
function frameOf(label: string): HTMLElement {
  let frame: HTMLElement | null = screen.getByLabelText(label)
  while (frame && !frame.querySelector('label')) frame = frame.parentElement
  if (!frame) throw new Error(label)
  return frame
}

/** The accessible description. */
const descriptionOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

afterEach(() => act(() => locale.set('en')))

describe('editing', () => {
  test('sends changes, and everything else unchanged', async () => {
    const { saved } = await show({ value: mqtt })
    const user = userEvent.setup()
    const field = screen.getByLabelText('Max inflight')
    await user.clear(field)
    await user.type(field, '64')
    await user.click(screen.getByRole('button', { name: /^Advanced/ }))
    await user.clear(screen.getByLabelText('Response information'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const expected = { ...mqtt, max_inflight: 64, response_information: '' }
    await waitFor(() =>
      expect(saved).toHaveBeenCalledWith(expected, [
        { path: 'max_inflight', before: 32, after: 64 },
        { path: 'response_information', before: 'old', after: '' },
      ]),
    )
    await waitFor(() => expect(screen.queryByText(/unsaved/)).toBeNull())
  })

  test('an invalid value is reported at its field, which gets the focus', async () => {
    const { saved } = await show({ value: mqtt })
    const user = userEvent.setup()
    const field = screen.getByLabelText('Max inflight')
    await user.clear(field)
    await user.type(field, '70000')
    await user.tab()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(descriptionOf(field)).toMatch(/Must be between 1 and 65535/)
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.tab()
    await user.click(screen.getByRole('button', { name: 'Max inflight' }))
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(saved).not.toHaveBeenCalled()
    await user.clear(field)
    await user.type(field, '70')
    expect(screen.queryByText(/Must be between/)).toBeNull()
  })

  test('an error of the broker is shown at its field, also in a row, and does not prevent saving again', async () => {
    const problem = {
      kind: 'validation_error',
      path: 'mqtt.client_attrs_init.1.expression',
      reason: 'no such function',
    }
    const refuse = async () => {
      throw new ApiError(400, { code: 'BAD_REQUEST', message: JSON.stringify(problem) })
    }
    await show({ value: mqtt }, { onSave: refuse })
    const user = userEvent.setup()
    await user.type(screen.getByLabelText('Attribute'), 'b')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('No such function')).toBeTruthy()
    expect(descriptionOf(screen.getByLabelText('Expression'))).toMatch(/No such function/)
    expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(false)
  })

  test('an error without a field is shown above the form', async () => {
    const refuse = async () => {
      throw new ApiError(400, { code: 'BAD_REQUEST', message: 'disk full' })
    }
    await show({ value: mqtt }, { onSave: refuse })
    const user = userEvent.setup()
    await user.click(screen.getByLabelText('Retained messages'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toContain('disk full')
  })

  test('changes of a running resource are reviewed', async () => {
    const { saved } = await show({ value: mqtt }, { confirmDiff: true })
    const user = userEvent.setup()
    await user.click(screen.getByLabelText('Retained messages'))
    await user.type(screen.getByLabelText('Max inflight'), '1')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    // Its code is loaded with the first dialog.
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findAllByText(/"retain_available": ?/)
    expect(saved).not.toHaveBeenCalled()
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  })

  test('a single changed field is saved without review, unless there is a warning', async () => {
    const warning = vi.fn<() => string | undefined>(() => undefined)
    const { saved } = await show({ value: mqtt }, { confirmDiff: true, warning })
    const user = userEvent.setup()
    await user.click(screen.getByLabelText('Retained messages'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    warning.mockReturnValue('All clients are disconnected.')
    await user.click(screen.getByLabelText('Retained messages'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await within(await screen.findByRole('dialog')).findByText('All clients are disconnected.')
    expect(saved).toHaveBeenCalledOnce()
  })

  test('changes of the broker are merged, except for locally changed fields', async () => {
    let setValue: (value: unknown) => void = () => {}
    function Page() {
      const [value, set] = useState<unknown>(mqtt)
      setValue = set
      return <SchemaForm form={useSchemaForm({ document: hotconf, component: 'emqx.mqtt', mode: 'edit', value })} />
    }
    render(
      <UiProvider env="test">
        <Page />
      </UiProvider>,
    )
    const user = userEvent.setup()
    const field = await screen.findByLabelText('Max inflight')
    await user.clear(field)
    await user.type(field, '64')
    await user.click(screen.getByRole('button', { name: /^Advanced/ }))
    act(() => setValue({ ...mqtt, max_inflight: 1, response_information: 'theirs' }))
    expect(textIn(field)).toBe('64')
    expect(textIn(screen.getByLabelText('Response information'))).toBe('theirs')
  })
})

describe('defaults', () => {
  test('a value other than the default is marked and can be reset', async () => {
    const { form } = await show({ value: { ...mqtt, max_inflight: 5 } })
    const user = userEvent.setup()
    const reset = () => within(frameOf('Max inflight')).queryByRole('button', { name: 'Reset to default' })
    await user.click(reset() ?? document.body)
    expect(form().store.get().value).toMatchObject({ max_inflight: 32 })
    expect(reset()).toBeNull()
  })

  test('advanced fields are collapsed and count their changes', async () => {
    await show({ value: { ...mqtt, strict_mode: true, idle_timeout: '3s' } })
    const user = userEvent.setup()
    const line = screen.getByRole('button', { name: /^Advanced/ })
    expect(line.textContent).toContain('3 changed')
    expect(screen.queryByLabelText('Strict mode')).toBeNull()
    await user.click(line)
    expect(screen.queryByRole('switch', { name: 'Strict mode', checked: true })).toBeTruthy()
  })
})

describe('a value or a symbol', () => {
  test('has a checkbox for no limit, and restores the value', async () => {
    const { form } = await show({ value: { ...mqtt, max_mqueue_len: 1234 } })
    const user = userEvent.setup()
    const box = () => within(frameOf('Max message queue length')).getByRole('checkbox', { name: 'No limit' })
    await user.click(box())
    expect(form().wireValue()).toMatchObject({ max_mqueue_len: 'infinity' })
    expect(screen.getByLabelText('Max message queue length').hasAttribute('disabled')).toBe(true)
    await user.click(box())
    expect(form().wireValue()).toMatchObject({ max_mqueue_len: 1234 })
  })

  test('has a switch if the symbol means off', async () => {
    const { form } = await show({ value: mqtt })
    const user = userEvent.setup()
    await user.click(screen.getByLabelText('Topic priorities'))
    await user.click(screen.getByRole('button', { name: 'Add entry' }))
    await user.type(screen.getByLabelText('Name of entry 1'), 't/1')
    await user.type(screen.getByLabelText('Value of t/1'), '9')
    expect(form().wireValue()).toMatchObject({ mqueue_priorities: { 't/1': 9 } })
  })
})

describe('secrets', () => {
  const redis = {
    type: 'redis',
    name: 'r',
    parameters: { redis_type: 'single', server: 'h:1', username: 'u', password: '******' },
    ssl: { enable: false },
  }
  const options = { document: connectors, component: 'redis.post_connector', value: redis }

  test('stay masked until they are replaced, and can be kept again', async () => {
    const { form } = await show(options)
    const user = userEvent.setup()
    expect(form().wireValue()).toEqual(redis)
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    await user.type(screen.getByLabelText('Password'), ' new ')
    expect(form().wireValue()).toMatchObject({ parameters: { password: ' new ' } })
    await user.click(screen.getByRole('button', { name: 'Keep current value' }))
    expect(form().wireValue()).toEqual(redis)
  })

  test('of a copy must be entered again', async () => {
    const { form } = await show({ ...options, mode: 'copy' })
    expect(screen.getByText(/Secrets are not duplicated/)).toBeTruthy()
    expect(form().wireValue()).toMatchObject({ parameters: { password: '' } })
    act(() => expect(form().submit()).toBeUndefined())
    await userEvent.setup().type(screen.getByLabelText(/^Password/), 'again')
    expect(screen.queryByText(/Secrets are not duplicated/)).toBeNull()
    expect(form().submit()).toMatchObject({ parameters: { password: 'again' } })
  })

  test('of a new object cannot be the mask', async () => {
    const { form } = await show({ ...options, mode: 'create' })
    act(() => expect(form().submit()).toBeUndefined())
    expect(form().store.get().faults.has('parameters.password')).toBe(true)
  })

  test('of a disabled part of a copy need not be entered again', async () => {
    const ssl = { enable: false, password: '******' }
    const value = { ...redis, parameters: { redis_type: 'single', server: 'h:1' }, ssl }
    const { form } = await show({ ...options, value, mode: 'copy' })
    act(() => expect(form().submit()).toMatchObject({ name: 'r' }))
    act(() => form().set(['ssl', 'enable'], true))
    act(() => expect(form().submit()).toBeUndefined())
  })

  test('another variant keeps common fields', async () => {
    const { form } = await show(options)
    const user = userEvent.setup()
    await user.click(screen.getByRole('radio', { name: 'Cluster' }))
    expect(form().wireValue()).toMatchObject({ parameters: { redis_type: 'cluster', username: 'u' } })
    expect(form().wireValue()).not.toHaveProperty('parameters.server')
    await user.click(screen.getByRole('radio', { name: 'Single node' }))
    expect(form().wireValue()).toEqual(redis)
  })
})

describe('lists and unknown things', () => {
  test('rows are added, moved by keyboard and removed', async () => {
    const { form } = await show({ ...small, value: { name: 'n', list: [{ topic: 'a' }, { topic: 'b' }] } })
    const user = userEvent.setup()
    const down = screen.getByRole('button', { name: 'Move Row 1 down' })
    act(() => down.focus())
    await user.keyboard('{Enter}')
    expect(form().wireValue()).toMatchObject({ list: [{ topic: 'b' }, { topic: 'a' }] })
    await user.click(screen.getByRole('button', { name: 'Remove Row 1' }))
    await user.click(screen.getByRole('button', { name: 'Add row' }))
    await user.type(screen.getAllByLabelText('Topic')[1] ?? document.body, 'c')
    expect(form().wireValue()).toMatchObject({ list: [{ topic: 'a' }, { topic: 'c' }] })
  })

  test('an unknown type is edited as JSON, and invalid JSON is not sent', async () => {
    const { form } = await show({ ...small, value: { name: 'n', anything: { a: 1 } } })
    const user = userEvent.setup()
    const field = screen.getByLabelText('Anything')
    expect(textIn(field)).toBe('{\n  "a": 1\n}')
    await user.clear(field)
    await user.click(field)
    await user.paste('[1, 2')
    expect(screen.getByText('Please enter the correct JSON')).toBeTruthy()
    expect(form().submit()).toBeUndefined()
    await user.paste(']')
    expect(form().submit()).toEqual({ name: 'n', anything: [1, 2] })
  })

  test('a value of an unexpected type is shown as JSON and kept', async () => {
    const { form } = await show({ ...small, value: { name: { not: 'a text' } } })
    expect(screen.getByText(/This form does not support the current value/)).toBeTruthy()
    expect(form().wireValue()).toEqual({ name: { not: 'a text' } })
  })

  test('a component without schema is edited as JSON', async () => {
    await show({ ...small, component: 'test.unknown', value: { a: 1 } })
    expect(screen.getByText(/provides no schema for this form/)).toBeTruthy()
    expect(textIn(screen.getByRole('textbox'))).toBe('{\n  "a": 1\n}')
  })
})

describe('a text', () => {
  test('is sent empty if cleared', async () => {
    const { form } = await show({ value: mqtt })
    await userEvent.click(screen.getByRole('button', { name: /^Advanced/ }))
    await userEvent.clear(screen.getByLabelText('Response information'))
    expect(form().submit()).toMatchObject({ response_information: '' })
  })

  test('is completed with functions and client variables if it is an expression', async () => {
    const { form } = await show({ value: mqtt })
    const user = userEvent.setup()
    const field = screen.getByLabelText('Expression')
    await user.clear(field)
    await user.type(field, 'up')
    const offered = () => screen.queryByRole('listbox', { name: 'Functions and variables' })
    expect(offered()?.textContent).toMatch(/^upper\(text\)/)
    await user.keyboard('{Enter}client')
    await user.keyboard('{Enter})')
    expect(textIn(field)).toBe('upper(clientid)')
    expect(offered()).toBeNull()
    expect(form().submit()).toMatchObject({ client_attrs_init: [{ expression: 'upper(clientid)' }] })
  })
})

const text = { type: 'string' }

describe('the form as a whole', () => {
  test('has a JSON view that reports errors by line and column', async () => {
    const { form, saved } = await show({ ...small, value: { name: 'n' } })
    const user = userEvent.setup()
    await user.click(screen.getByRole('radio', { name: 'JSON' }))
    const editor = screen.getByLabelText('JSON', { selector: 'textarea' })
    await user.clear(editor)
    await user.click(editor)
    await user.paste('{\n  "name": x\n}')
    expect(screen.getByText(/Line 2, column 11: Please enter the correct JSON/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved).not.toHaveBeenCalled()
    expect(form().submit()).toBeUndefined()
    // Invalid JSON has no fields.
    await user.click(screen.getByRole('radio', { name: 'Form' }))
    expect(screen.queryByLabelText(/^Name/)).toBeNull()
    const again = screen.getByLabelText('JSON', { selector: 'textarea' })
    await user.clear(again)
    await user.paste('{"name": "m", "more": 1}')
    await user.click(screen.getByRole('radio', { name: 'Form' }))
    expect(textIn(screen.getByLabelText(/^Name/))).toBe('m')
    expect(form().submit()).toEqual({ name: 'm', more: 1 })
  })

  test('a search shows fields that match by name, help or key, including advanced ones', async () => {
    await show({ value: mqtt })
    const user = userEvent.setup()
    await user.type(screen.getByLabelText('Search fields'), 'strict_mode')
    await waitFor(() => expect(screen.queryByLabelText('Max inflight')).toBeNull())
    expect(screen.getByLabelText('Strict mode')).toBeTruthy()
    await user.clear(screen.getByLabelText('Search fields'))
    await user.type(screen.getByLabelText('Search fields'), 'nothing like it')
    expect(await screen.findByText('No matching fields')).toBeTruthy()
  })

  test('changes its language while it is open', async () => {
    await show({ value: mqtt })
    const field = screen.getByLabelText('Max inflight')
    act(() => locale.set('zh'))
    expect(screen.getByLabelText('最大飞行窗口')).toBe(field)
  })

  test('keeps what is typed when the language changes', async () => {
    const { form } = await show({ value: mqtt })
    const field = screen.getByLabelText('Max inflight')
    await userEvent.clear(field)
    await userEvent.type(field, '7')
    act(() => locale.set('zh'))
    expect(textIn(screen.getByLabelText('最大飞行窗口'))).toBe('7')
    expect(form().submit()).toMatchObject({ max_inflight: 7 })
  })

  test('names the page with invalid hidden fields', async () => {
    await show({ value: { ...mqtt, max_inflight: 32 } }, { hide: ['max_inflight'], hiddenOn: 'Session' })
    const user = userEvent.setup()
    await user.click(screen.getByRole('radio', { name: 'JSON' }))
    const editor = screen.getByLabelText('JSON', { selector: 'textarea' })
    await user.clear(editor)
    await user.click(editor)
    await user.paste(JSON.stringify({ ...mqtt, max_inflight: 0 }))
    await user.click(screen.getByRole('radio', { name: 'Form' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Some fields on the page “Session” are invalid')).toBeTruthy()
    expect(screen.getByText(/^Max inflight: /)).toBeTruthy()
  })

  test('renders only the changed field of 300', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `field_${index}`)
    const document = {
      components: {
        schemas: { many: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) } },
      },
    }
    const rendered = new Set<string>()
    // Every field reads its lock when it renders.
    const locks = new Proxy(
      {},
      {
        getOwnPropertyDescriptor(_, key) {
          rendered.add(String(key))
          return undefined
        },
      },
    )
    const { form } = await show({ document, component: 'many', value: {} }, { locks })
    expect(rendered.size).toBe(300)
    rendered.clear()
    act(() => form().set(['field_7'], 'abc'))
    await expect.poll(() => [...rendered]).toEqual(['field_7'])
  })

  test('read-only users see all fields disabled and no save bar, and locks have a reason', async () => {
    await show({ value: mqtt }, { readOnly: true, locks: { max_inflight: 'Set in the file' } })
    expect(screen.getByLabelText('Max inflight').hasAttribute('disabled')).toBe(true)
    expect(screen.getByText('Set in the file')).toBeTruthy()
    expect(screen.getByLabelText('Retained messages').hasAttribute('disabled')).toBe(true)
    expect(screen.queryByRole('button', { name: 'Add row' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.getByText('Read-only. Viewers cannot change settings.')).toBeTruthy()
  })

  test('is divided into groups, with other fields last', async () => {
    const groups = [{ title: 'General', fields: ['max_inflight', 'retain_available'] }]
    await show({ value: mqtt }, { groups, hide: ['mqueue_priorities'] })
    const general = screen.getByRole('heading', { name: 'General' }).closest('section')
    if (!general) throw new Error('no group')
    expect(within(general).getByLabelText('Max inflight')).toBeTruthy()
    expect(within(general).queryByLabelText('Max topic levels')).toBeNull()
    expect(screen.getByLabelText('Max topic levels')).toBeTruthy()
    expect(screen.queryByLabelText('Topic priorities')).toBeNull()
  })
})

test('a certificate changed from a path to PEM starts empty, and the path is restored', async () => {
  const path = '${EMQX_ETC_DIR}/certs/cert.pem'
  const text = { type: 'string', default: path }
  const component: WireSchema = { type: 'object', properties: { certfile: text, keyfile: text } }
  await show({ component, value: { certfile: path, keyfile: path } })
  const [toPem] = await screen.findAllByRole('button', { name: 'Enter PEM' })
  if (!toPem) throw new Error('there is no button')
  await userEvent.click(toPem)
  expect(screen.getAllByDisplayValue(path)).toHaveLength(1)
  expect(screen.queryByText(/not a valid certificate/)).toBeNull()
  const [toPath] = screen.getAllByRole('button', { name: 'Enter a file path' })
  if (toPath) await userEvent.click(toPath)
  expect(screen.queryAllByDisplayValue(path).length).toBeGreaterThan(0)
})
