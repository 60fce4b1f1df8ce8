import { integrationManifests, unavailableTypes } from '@mqdeck/integrations/catalog'
import { describe, expect, test } from 'vitest'
import { declaredTexts } from '../../schema-form/declared-texts.ts'
import { componentsFor, type SchemaTexts } from '../../schema-form/index.ts'
import { choicesIn } from '../../schema-form/test-choices.ts'
import { recordedSchema } from '../../schema-form/test-documents.ts'
import type { SchemaDocument, WireSchema } from '../../schema-form/wire.ts'
import { textsOfType } from './manifests.ts'

const [connectors, actions] = await Promise.all(['connectors', 'actions'].map(recordedSchema))
if (!connectors || !actions) throw new Error('the recordings are not there')

/** The fields of a component and of the components inside of it, as `component.field`, that have no declared texts. */
function fieldsWithoutTexts(document: SchemaDocument, component: string, texts: SchemaTexts): readonly string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = ({ $ref, properties = {}, oneOf = [], items }: WireSchema): void => {
    const name = $ref?.split('/').at(-1)
    if (name !== undefined) visitComponent(name)
    for (const inner of [...Object.values(properties), ...oneOf, ...(items ? [items] : [])]) visit(inner)
  }
  const visitComponent = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const schema = document.components.schemas[name] ?? {}
    for (const [field, { deprecated }] of Object.entries(schema.properties ?? {}))
      if (!deprecated && !texts[name]?.[field]) found.add(`${name}.${field}`)
    visit(schema)
  }
  visitComponent(component)
  return [...found]
}

test('every type has a drawing that no other type has', () => {
  const drawings = [...integrationManifests, ...Object.values(unavailableTypes)].map(
    (one) => `${one.category} ${one.mark}`,
  )
  expect(new Set(drawings).size).toBe(drawings.length)
  expect(drawings.filter((one) => !/ [A-Z][a-z0-9]?$/.test(one))).toEqual([])
})

describe.each(['connector', 'action', 'source'] as const)('the form of a %s', (kind) => {
  const document = kind === 'connector' ? connectors : actions
  const types = integrationManifests.flatMap((one) => (one[kind] ? [one.type] : []))

  test.each(types)('of type %s has declared texts for every field of the recorded schema', (type) => {
    const components = componentsFor(document, type, kind)
    expect(components).not.toEqual([])
    const texts = { ...declaredTexts(), ...textsOfType(kind, type, components) }
    expect(components.flatMap((name) => fieldsWithoutTexts(document, name, texts))).toEqual([])
  })
})

test('every choice in the recorded forms has a label', () => {
  const documents = { connector: connectors, action: actions, source: actions }
  const unlabelled = (['connector', 'action', 'source'] as const).flatMap((kind) => {
    const schemas = Object.entries(documents[kind].components.schemas)
    const types = [...integrationManifests.map(({ type }) => type), ...Object.keys(unavailableTypes)]
    const texts: SchemaTexts = Object.assign(
      declaredTexts(),
      ...types.map((type) => textsOfType(kind, type, componentsFor(documents[kind], type, kind))),
    )
    expect(schemas.length).toBeGreaterThan(20)
    // Components of the other kinds have no texts here.
    return schemas.flatMap(([name, schema]) => (texts[name] ? choicesIn(schema, texts[name]) : []))
  })
  expect([...new Set(unlabelled)]).toEqual([])
})

test('types of other brokers have the texts of the fields that all types have', () => {
  const [component = ''] = componentsFor(connectors, 'oracle', 'connector')
  const texts = textsOfType('connector', 'oracle', [component])[component]
  expect(texts).toMatchObject({
    name: { label: { zh: '名称' } },
    password: { label: { zh: '密码' } },
    sid: { label: { en: 'SID' } },
    resource_opts: { advanced: true },
  })
  expect(textsOfType('action', 'kinesis', ['x']).x).toMatchObject({ connector: { label: { en: 'Connector' } } })
})
