import { gatewayManifests } from '@mqdeck/gateways/catalog'
import { expect, test } from 'vitest'
import { choicesIn } from '../../../schema-form/test-choices.ts'
import { kindOf } from '../kinds.ts'
import { type Shape, shapeOfDocument } from './shapes.ts'
import { listenerStruct, sharedTexts } from './structs.ts'
import { listenerComponent, settingsComponent, wireDocument } from './wire-document.ts'

interface ContractFolder {
  readonly readContractFile: (path: string) => unknown
}

// By a glob pattern, which TypeScript does not follow: the file reader needs Node's types, this folder has browser types.
const [reader] = Object.values(
  import.meta.glob<ContractFolder>('../../../../../../packages/testkit/src/recordings/contract-folder.ts'),
)
if (!reader) throw new Error('packages/testkit/src/recordings/contract-folder.ts is not there')
const document = wireDocument((await reader()).readContractFile('openapi.json'))

const shapeFor = (component: string): Shape | undefined => shapeOfDocument(document, component, sharedTexts(component))

test.each([
  ['ocpp', ['upstream', 'dnstream', 'default_heartbeat_interval', 'message_format_checking', 'json_schema_dir']],
  ['gbt32960', ['retry_interval', 'max_retry_times', 'message_queue_len']],
  ['jt808', ['frame', 'proto', 'retry_interval', 'max_retry_times', 'message_queue_len']],
])('the form of %s has the settings that the document of EMQX describes, with texts in both languages', (kind, own) => {
  const component = settingsComponent(kind)
  const fields = shapeFor(component)?.fields ?? []
  expect(fields).toEqual(expect.arrayContaining([...own, 'mountpoint', 'idle_timeout', 'enable_stats']))
  const texts = sharedTexts(component)[component] ?? {}
  for (const field of fields) {
    const { label } = texts[field] ?? {}
    expect(label?.en, field).toBeTruthy()
    expect(label?.zh, field).toBeTruthy()
  }
  for (const type of kindOf(kind).transports)
    expect(listenerStruct(type) ?? shapeFor(listenerComponent(type)), `listener ${type}`).toBeDefined()
})

test('every choice of a gateway or its listeners has a label', () => {
  // The forms of gateways that this broker has come from their declarations.
  const declared = new Set(gatewayManifests.flatMap(({ name }) => [name, `update_${name}`]))
  const schemas = Object.entries(document.components.schemas).filter(
    ([name]) => !declared.has(name.replace('emqx_gateway_api.', '')),
  )
  expect(schemas.length).toBeGreaterThan(20)
  const inside = sharedTexts('a gateway')
  const unlabelled = schemas.flatMap(([name, schema]) => choicesIn(schema, inside[name] ?? sharedTexts(name)[name]))
  expect([...new Set(unlabelled)]).toEqual([])
})
