import { expect, test } from 'vitest'
import { withNamedFiles } from './log-form.ts'

const handler = { $ref: '#/components/schemas/any.handler' }
const files = { type: 'object', properties: { $handler_name: handler } }
const documentOf = (file: object) => ({
  paths: { '/configs/log': { get: { $ref: '#/components/schemas/any.log' } } },
  components: { schemas: { 'any.log': { type: 'object', properties: { file } }, 'any.handler': { type: 'object' } } },
})

test('files are edited by name, whatever the component is called', () => {
  const shaped = withNamedFiles(documentOf({ oneOf: [files, handler], default: { level: 'warning' } }))
  expect(shaped.components.schemas['any.log']?.properties?.file).toEqual({ ...files, default: { level: 'warning' } })
})

test('a schema of another form stays as it is', () => {
  const document = documentOf(handler)
  expect(withNamedFiles(document)).toBe(document)
  const empty = { components: { schemas: {} } }
  expect(withNamedFiles(empty)).toBe(empty)
})
