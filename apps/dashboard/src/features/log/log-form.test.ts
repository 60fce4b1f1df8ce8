import { expect, test } from 'vitest'
import { withNamedFiles } from './log-form.ts'

const handler = { $ref: '#/components/schemas/any.handler' }
const files = { type: 'object', properties: { $handler_name: handler } }
const documentOf = (file: object) => ({
  paths: { '/configs/log': { get: { $ref: '#/components/schemas/any.log' } } },
  components: { schemas: { 'any.log': { type: 'object', properties: { file } }, 'any.handler': { type: 'object' } } },
})

test('log files are edited by name, regardless of the component name', () => {
  const shaped = withNamedFiles(documentOf({ oneOf: [files, handler], default: { level: 'warning' } }))
  expect(shaped.components.schemas['any.log']?.properties?.file).toEqual({ ...files, default: { level: 'warning' } })
})

test('other schemas are not changed', () => {
  const document = documentOf(handler)
  expect(withNamedFiles(document)).toBe(document)
  const empty = { components: { schemas: {} } }
  expect(withNamedFiles(empty)).toBe(empty)
})
