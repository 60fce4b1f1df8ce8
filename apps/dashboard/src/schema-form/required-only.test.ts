import { describe, expect, test } from 'vitest'
import { buildModel } from './model.ts'
import { bodiesOf } from './test-bodies.ts'
import { recordedSchema, wireFaults } from './test-documents.ts'
import { validate } from './validate.ts'
import { componentsFor, indexComponents } from './wire.ts'

const documents = {
  connector: await recordedSchema('connectors'),
  action: await recordedSchema('actions'),
  source: await recordedSchema('actions'),
} as const

describe.each(['connector', 'action', 'source'] as const)(
  'the body of a new %s with only its required fields',
  (kind) => {
    const document = documents[kind]
    const types = [...indexComponents(document)]
      .filter(([, components]) => components.some(({ purpose }) => purpose === kind))
      .map(([type]) => type)

    test.each(types)('of type %s is accepted by the recorded schema, with every choice', (type) => {
      const components = componentsFor(document, type, kind)
      expect(components.length).toBeGreaterThan(0)
      for (const component of components) {
        const model = buildModel(document, component)
        if (!model) throw new Error(component)
        for (const body of bodiesOf(model)) {
          expect.soft(validate(model, body), `${component}: ${JSON.stringify(body)}`).toEqual([])
          expect.soft(wireFaults(document, component, body), `${component}: ${JSON.stringify(body)}`).toEqual([])
        }
      }
    })
  },
)
