// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { UiProvider } from '../ui/index.ts'
import { createFormStore } from './form-store.ts'
import { parseJsonText, toJsonText } from './json-text.ts'
import { buildModel, type FormNode } from './model.ts'
import { SchemaForm } from './schema-form.tsx'
import { recordedSchema } from './test-documents.ts'
import { fits } from './unions.ts'
import { useSchemaForm } from './use-schema-form.ts'
import { validate } from './validate.ts'
import { initialValue, toWireValue } from './values.ts'
import type { SchemaDocument, WireSchema } from './wire.ts'

const documents = ['hotconf', 'hotconf.open-source', 'connectors', 'actions', 'bridges'] as const

/** A value with the default or example of every field. */
function exampleOf(document: SchemaDocument, schema: WireSchema, within: readonly string[] = []): unknown {
  if (schema.example !== undefined) return schema.example
  // IoTDB's default `auth_basic` is the name of an object, not a value.
  if (schema.default !== undefined && schema.default !== 'auth_basic') return schema.default
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) {
    const target = document.components.schemas[name]
    return target && !within.includes(name) ? exampleOf(document, target, [...within, name]) : undefined
  }
  if (schema.oneOf) return exampleOf(document, schema.oneOf.at(-1) ?? {}, within)
  if (schema.items) return [exampleOf(document, schema.items, within)].filter((one) => one !== undefined)
  if (schema.properties) {
    const entries = Object.entries(schema.properties).map(
      ([key, inner]) => [key.replace('$', ''), exampleOf(document, inner, within)] as const,
    )
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
  return schema.symbols?.[0]
}

/** Types of the wire schema without a field kind. */
function unknownKinds(node: FormNode, path = ''): readonly string[] {
  if (node.kind === 'json') return [path]
  if (node.kind === 'object') return node.fields.flatMap((field) => unknownKinds(field, `${path}.${field.key}`))
  if (node.kind === 'union')
    return node.alternatives.flatMap((alternative) => (alternative.node ? unknownKinds(alternative.node, path) : []))
  if (node.kind === 'list' || node.kind === 'table') return unknownKinds(node.item, `${path}.*`)
  return node.kind === 'map' ? unknownKinds(node.value, `${path}.*`) : []
}

/** Components of responses or references, which are not forms. */
const notForms = new Set([
  'type',
  'name',
  'status',
  'status_reason',
  'node_status',
  'actions',
  'sources',
  'rules',
  'metrics',
])
const knownForms = new Set<string>()
/** Rendering all of them takes a minute, so every fourth has to do outside of `npm run test:all`. */
const isRendered = () => Boolean(import.meta.env.VITE_SLOW_TESTS) || knownForms.size % 4 === 0

const formOf = (model: FormNode | undefined) =>
  JSON.stringify(model?.kind === 'object' ? model.fields.filter(({ key }) => !notForms.has(key)) : model)

const failures: unknown[] = []

beforeAll(() => {
  // React reports rendering errors here.
  vi.spyOn(console, 'error').mockImplementation((...words) => failures.push(words))
})
afterEach(cleanup)

describe.each(documents)('the recorded schema %s', async (name) => {
  const document = await recordedSchema(name)
  const components = Object.keys(document.components.schemas)

  test('has components', () => {
    expect(components.length).toBeGreaterThan(20)
  })

  test('has a field kind for every type', () => {
    const unknown = components.flatMap((component) => {
      const model = buildModel(document, component)
      return model ? unknownKinds(model, component) : [component]
    })
    expect(unknown).toEqual([])
  })

  test('gives new objects a valid value, except for required input', () => {
    for (const component of components) {
      const model = buildModel(document, component)
      if (!model) throw new Error(component)
      const value = initialValue(model)
      expect(fits(model, value), component).toBe(true)
      const wrong = validate(model, value).filter(({ text }) => !text.en.endsWith(' is required'))
      expect(wrong, component).toEqual([])
    }
  })

  test('returns unchanged values of every component as they were', () => {
    for (const component of components) {
      const model = buildModel(document, component)
      if (!model) throw new Error(component)
      const example = {
        ...(exampleOf(document, { $ref: `#/components/schemas/${component}` }) as object),
        from_a_newer_broker: { a: [1, '2'] },
      }
      const store = createFormStore(model, structuredClone(example), false)
      expect(toWireValue(model, store.get().value, store.get().initial), component).toEqual(example)
      // Also converted through JSON text, and with a change in another field.
      store.set(['a_change'], true)
      const back = parseJsonText(toJsonText(toWireValue(model, store.get().value, store.get().initial)))
      expect(back.isValid && back.value, component).toEqual({ ...example, a_change: true })
    }
  })

  // No page uses the schema of the old bridges.
  if (name === 'bridges') return
  test('renders without errors, empty and with its examples', async () => {
    failures.length = 0
    for (const component of components) {
      const example = exampleOf(document, { $ref: `#/components/schemas/${component}` })
      // The documents overlap, and one form serves reading, creating and changing.
      const form = formOf(buildModel(document, component))
      if (knownForms.has(form)) continue
      knownForms.add(form)
      if (!isRendered()) continue
      for (const value of [undefined, example]) {
        render(
          <UiProvider env="test">
            <OneForm document={document} component={component} value={value} />
          </UiProvider>,
        )
        await act(async () => {})
        await screen.findByTestId(component)
        expect(screen.queryByText(/could not be shown|provides no schema|does not support/), component).toBeNull()
        cleanup()
      }
    }
    expect(failures).toEqual([])
  }, 120_000)
})

interface OneFormProps {
  readonly document: SchemaDocument
  readonly component: string
  readonly value: unknown
}

function OneForm({ document, component, value }: OneFormProps) {
  const form = useSchemaForm({ document, component, value, mode: value === undefined ? 'create' : 'edit' })
  return (
    <div data-testid={form.isReady ? component : 'loading'}>
      <SchemaForm form={form} guard={false} />
    </div>
  )
}
