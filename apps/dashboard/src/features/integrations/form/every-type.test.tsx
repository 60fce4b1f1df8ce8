// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { renderPage } from '../../../api/render-page.tsx'
import { isRecord } from '../../../lib/json/json-path.ts'
import { componentsFor, indexComponents } from '../../../schema-form/index.ts'
import { buildModel } from '../../../schema-form/model.ts'
import { recordedSchema } from '../../../schema-form/test-documents.ts'
import { initialValue } from '../../../schema-form/values.ts'
import type { SchemaDocument } from '../../../schema-form/wire.ts'
import { defineRoutes } from '../../../ui/index.ts'
import type { Kind } from '../kinds.ts'
import { exampleOf } from '../manifests.ts'
import { KindForm } from './kind-form.tsx'

afterEach(cleanup)

type Settings = Readonly<Record<string, unknown>>

const [connectors, actions] = await Promise.all(['connectors', 'actions'].map(recordedSchema))
if (!connectors || !actions) throw new Error('the recordings are not there')
const documentOf = (kind: Kind) => (kind === 'connector' ? connectors : actions)

const typesOf = (document: SchemaDocument, kind: Kind) =>
  [...indexComponents(document)]
    .filter(([, components]) => components.some(({ purpose }) => purpose === kind))
    .map(([type]) => type)

/** Only the schemas of one type, because parsing all of them for each test is slow. */
function partOf(document: SchemaDocument, names: readonly string[]): SchemaDocument {
  const found = new Set<string>()
  const add = (name: string) => {
    const schema = document.components.schemas[name]
    if (found.has(name) || !schema) return
    found.add(name)
    for (const [, inner] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/([^"]+)/g)) if (inner) add(inner)
  }
  names.forEach(add)
  const schemas = Object.entries(document.components.schemas).filter(([name]) => found.has(name))
  return { components: { schemas: Object.fromEntries(schemas) } }
}

/** Opens the form of a new or existing object and returns the sent body. */
async function open(
  document: SchemaDocument,
  kind: Kind,
  type: string,
  existing?: Settings,
): Promise<{ readonly sent: Settings[] }> {
  const sent: Settings[] = []
  const value = existing ?? { ...exampleOf(kind, type), ...(kind !== 'connector' && { connector: 'c1' }) }
  const save = async (settings: Settings) => sent.push(settings)
  const [mode, label] = existing ? (['edit', 'Save'] as const) : (['create', 'Create'] as const)
  const Form = () => (
    <KindForm kind={kind} type={type} mode={mode} value={value} guard={false} saveLabel={label} onSave={save} />
  )
  const routes = defineRoutes({
    pages: [{ path: '/form', title: { en: 'Form', zh: '表单' }, load: async () => ({ default: Form }) }],
  })
  const part = partOf(document, componentsFor(document, type, kind))
  await renderPage(routes, '/form', { 'GET /schemas/connectors': part, 'GET /schemas/actions': part })
  // The save bar of an existing object appears with the first change.
  if (!existing) await screen.findByText(label, { selector: 'button *, button' })
  return { sent }
}

/** Values for different types of fields. */
const candidates = ['typed-1', '127.0.0.1:1234', 'http://127.0.0.1:1234', '7']

/** Fills in required empty fields by following their errors. Returns the typed values. */
function fillIn(): readonly string[] {
  const controls = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input[aria-required=true], textarea[aria-required=true]',
  )
  return [...controls]
    .filter((control) => control.value === '')
    .map((control) => {
      for (const value of candidates) {
        fireEvent.change(control, { target: { value } })
        fireEvent.blur(control)
        if (control.getAttribute('aria-invalid') !== 'true') break
      }
      return control.value
    })
}

/** All values that are not objects or lists, by path. */
function leavesOf(value: unknown, path = ''): readonly (readonly [path: string, value: unknown])[] {
  const entries = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : undefined
  return entries ? entries.flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`)) : [[path, value]]
}

describe.each(['connector', 'action', 'source'] as const)('the form of a new %s', (kind) => {
  const types = typesOf(documentOf(kind), kind)

  test('is there for every type of the recorded schema', () => {
    expect(types).toHaveLength({ connector: 38, action: 35, source: 4 }[kind])
  })

  // Every third has to do outside of `npm run test:all`.
  const tried = types.filter((_, index) => import.meta.env.VITE_SLOW_TESTS || index % 3 === 0)
  test.each(tried)('of type %s sends what was typed, the defaults, and nothing else', async (type) => {
    const { sent } = await open(documentOf(kind), kind, type)
    const typed = fillIn()
    fireEvent.click(screen.getByText('Create', { selector: 'button *, button' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    const [component = ''] = componentsFor(documentOf(kind), type, kind)
    const model = buildModel(documentOf(kind), component)
    if (!model) throw new Error(component)
    const given = new Map([
      ...leavesOf(initialValue(model)),
      ...leavesOf({ ...exampleOf(kind, type), type, ...(kind !== 'connector' && { connector: 'c1' }) }),
    ])
    const added = leavesOf(sent[0]).filter(([path, value]) => given.get(path) !== value)
    expect(added.map(([, value]) => String(value)).toSorted()).toEqual(typed.toSorted())
    expect(sent[0]).toMatchObject({ type, name: expect.any(String) })
  })
})

/** A future type with two variants and unknown field types. */
const invented = {
  components: {
    schemas: Object.fromEntries(
      ['warm', 'cold'].map((driver) => [
        `quantum.post_${driver}`,
        {
          type: 'object',
          properties: {
            type: { type: 'enum', symbols: ['quantum_bus'] },
            name: { type: 'string' },
            driver: { type: 'enum', symbols: [driver] },
            [`${driver}_qubit_count`]: { type: 'integer' },
            entangled_with: { type: 'wormhole' },
            secret_spin: { type: 'string', format: 'password' },
          },
          required: ['type', 'name', 'driver', `${driver}_qubit_count`],
        },
      ]),
    ),
  },
} as SchemaDocument // invalid on purpose, like the response of a newer broker

describe('an unknown type', () => {
  test('has a form with readable names and a choice of its shapes, and sends what was typed', async () => {
    const { sent } = await open(invented, 'connector', 'quantum_bus')
    fireEvent.click(screen.getByRole('radio', { name: /cold/i }))
    await screen.findByText('Cold qubit count')
    screen.getByText('Entangled with')
    const inputs = document.querySelectorAll<HTMLInputElement>('input[aria-required=true]')
    expect(inputs).toHaveLength(2)
    for (const [index, input] of inputs.entries())
      fireEvent.change(input, { target: { value: index === 0 ? 'q1' : '7' } })
    fireEvent.click(screen.getByText('Create', { selector: 'button *, button' }))
    await waitFor(() =>
      expect(sent).toEqual([{ type: 'quantum_bus', driver: 'cold', name: 'q1', cold_qubit_count: 7 }]),
    )
  })

  test('keeps unchanged settings of any type', async () => {
    const settings = {
      driver: 'warm',
      warm_qubit_count: 3,
      entangled_with: { far: ['away', 1] },
      secret_spin: '******',
    }
    const { sent } = await open(invented, 'connector', 'quantum_bus', {
      ...settings,
      type: 'quantum_bus',
      name: 'q1',
      status: 'hibernating',
      node_status: [],
    })
    const count = await screen.findByLabelText(/Warm qubit count/)
    fireEvent.change(count, { target: { value: '4' } })
    fireEvent.click(await screen.findByText('Save', { selector: 'button *, button' }))
    await waitFor(() => expect(sent).toEqual([{ ...settings, warm_qubit_count: 4 }]))
  })
})
