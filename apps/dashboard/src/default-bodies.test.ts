import { authnManifests, authzManifests } from '@mqdeck/access/catalog'
import { type ListenerType, listenerStructs } from '@mqdeck/contract'
import { gatewayManifests } from '@mqdeck/gateways/catalog'
import { describe, expect, test } from 'vitest'
import { type Shape, shapeOfDocument, shapeOfStruct } from './features/gateways/forms/shapes.ts'
import { gatewayStruct, listenerStruct, sharedTexts } from './features/gateways/forms/structs.ts'
import { listenerComponent, settingsComponent, wireDocument } from './features/gateways/forms/wire-document.ts'
import { kindOf, manifestOf } from './features/gateways/kinds.ts'
import { startOf } from './features/gateways/listeners/listener-drawer.tsx'
import { componentOf, listenerDocument } from './features/listeners/listener-document.ts'
import { isRecord } from './lib/json/json-path.ts'
import { buildModel } from './schema-form/model.ts'
import { type PlugInSchema, plugInSchema, schemaOfComponents, toVariant } from './schema-form/plug-in-schema.ts'
import { bodiesOf } from './schema-form/test-bodies.ts'

interface Reader {
  readonly readContractFile: (...path: readonly string[]) => unknown
}
interface Checker {
  readonly bodyFaults: (request: { method: string; path: string; body: unknown }) => readonly string[]
}

// By glob patterns, which TypeScript does not follow: these files need Node's types, this folder has browser types.
const [reader] = Object.values(import.meta.glob<Reader>('../../../packages/testkit/src/recordings/contract-folder.ts'))
const [checker] = Object.values(import.meta.glob<Checker>('../../../packages/testkit/src/recordings/body-faults.ts'))
if (!reader || !checker) throw new Error('packages/testkit/src/recordings, which reads the recordings, is not there')
const openApi = wireDocument(await (await reader()).readContractFile('openapi.json'))
const { bodyFaults } = await checker()

/** The bodies of a new object: the initial values of its form with input into required fields only. */
function bodies({ document, texts, variants }: PlugInSchema): readonly Readonly<Record<string, unknown>>[] {
  return variants.flatMap((variant) => {
    const model = buildModel(document, variant.name, texts)
    if (!model) throw new Error(variant.name)
    return bodiesOf(model)
      .map((body) => toVariant(body, undefined, variant))
      .filter(isRecord)
  })
}

/** Only MQDeck has Argon2. */
const isOwn = ({ password_hash_algorithm: algorithm }: Readonly<Record<string, unknown>>) =>
  isRecord(algorithm) && algorithm.name === 'argon2'

const faultsOf = (method: string, path: string, body: unknown) =>
  bodyFaults({ method, path, body }).map((fault) => `${fault} in ${JSON.stringify(body)}`)

function shapeOf(component: string): Shape {
  const shape = shapeOfDocument(openApi, component, sharedTexts(component), {
    without: ['id', 'name', 'type', 'running'],
  })
  if (!shape) throw new Error(component)
  return shape
}

const nothingUsed = { host: '127.0.0.1', ports: new Set<number>() }

const otherGateways = ['ocpp', 'gbt32960', 'jt808']

describe.each([...gatewayManifests.map(({ name }) => name), ...otherGateways])('the form of the gateway %s', (name) => {
  const manifest = manifestOf(name)

  test('sends a body that EMQX accepts', () => {
    const shape = manifest ? shapeOfStruct(gatewayStruct(manifest)) : shapeOf(settingsComponent(name))
    const { type } = kindOf(name).defaultListener
    const listeners = [{ ...startOf(name, type, nothingUsed), name: 'default', type }]
    for (const body of bodies(shape.schema))
      expect.soft(faultsOf('PUT', `/gateways/${name}`, { name, ...body, listeners })).toEqual([])
  })

  test.each(kindOf(name).transports)('sends a %s listener that EMQX accepts', (type) => {
    const struct = listenerStruct(type)
    const shape = struct ? shapeOfStruct(struct, { withName: true }) : shapeOf(listenerComponent(type))
    for (const body of bodies(shape.schema))
      expect
        .soft(
          faultsOf('POST', `/gateways/${name}/listeners`, {
            ...startOf(name, type, nothingUsed),
            ...body,
            name: 'a',
            type,
          }),
        )
        .toEqual([])
  })
})

test.each(authnManifests)('the form of the authenticator $mechanism:$backend sends a body that EMQX accepts', (one) => {
  const { mechanism, backend, structs } = one
  for (const body of bodies(plugInSchema(structs)).filter((each) => !isOwn(each)))
    expect.soft(faultsOf('POST', '/authentication', { mechanism, ...(backend && { backend }), ...body })).toEqual([])
})

test.each(authzManifests)('the form of the authorization source $type sends a body that EMQX accepts', (one) => {
  const { type, structs, example } = one
  for (const body of bodies(plugInSchema(structs)))
    expect
      .soft(faultsOf('POST', '/authorization/sources', { type, ...(type === 'file' && example), ...body }))
      .toEqual([])
})

test.each(Object.keys(listenerStructs) as ListenerType[])(
  'the form of a %s listener sends a body that EMQX accepts',
  (type) => {
    const document = listenerDocument(type, { isNew: true, zones: undefined })
    for (const body of bodies(schemaOfComponents(document, [componentOf(type)], {})))
      expect.soft(faultsOf('POST', '/listeners', { ...body, name: 'a', type })).toEqual([])
  },
)
