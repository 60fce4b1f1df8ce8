import { listAt, objectAt } from '../recordings/json.ts'
import type { Cluster } from './cluster.ts'
import { invalid, type ReplayedResponse, refuse } from './response.ts'

/**
 * EMQX's response if an object does not exist: recorded for the same kind of object, or with the error code in the
 * document.
 */
export function missing(
  { document, behavior }: Cluster,
  template: string,
  params: Readonly<Record<string, string>>,
): ReplayedResponse {
  if (template.startsWith('/gateways/{name}') && !holdsGateway(params.name))
    return invalid({ value: params.name, reason: 'not_a_enum_symbol', path: 'name', kind: 'validation_error' })
  const recorded = behavior.missing(template, params)
  if (recorded) return { status: 404, json: recorded }
  const answers = [...(document.operations(template)?.values() ?? [])].map((one) =>
    objectAt(objectAt(one, 'responses'), '404'),
  )
  const codes = answers.map((one) => {
    const schema = objectAt(objectAt(objectAt(one, 'content'), 'application/json'), 'schema')
    return listAt(objectAt(objectAt(schema, 'properties'), 'code'), 'enum')[0]
  })
  const code = codes.find((one) => typeof one === 'string') ?? 'NOT_FOUND'
  return refuse(404, String(code), `${Object.values(params).join(' ')} not found`)
}

const gateways = ['coap', 'exproto', 'gbt32960', 'jt808', 'lwm2m', 'mqttsn', 'ocpp', 'stomp']
const holdsGateway = (name: string | undefined) => name !== undefined && gateways.includes(name)
