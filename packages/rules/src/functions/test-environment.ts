import { decodeJson, encodeJson, type Value } from '@mqdeck/kit/json'
import { columnsFromMap } from '../sql/columns.ts'
import { evaluateExpression } from '../sql/compile.ts'
import type { FunctionEnvironment } from './function.ts'
import { functionsByName } from './index.ts'

/** The message that the examples use. */
export const columns: { readonly [name: string]: Value } = {
  id: '0006',
  clientid: 'c1',
  username: 'u1',
  peerhost: '127.0.0.1',
  topic: 't/a',
  qos: 1n,
  payload: '{"a": {"b": 1}}',
  flags: { retain: false, dup: false },
}

/** Schemas are JSON here, and the clock does not advance. */
export const createEnvironment = (jq?: FunctionEnvironment['jq']): FunctionEnvironment => ({
  now: () => 1_708_933_353_472.5,
  variable: (name) => (name === 'REGION' ? 'eu' : undefined),
  store: new Map(),
  scratch: new Map(),
  column: (name) => columns[name],
  schemas: {
    encode: (_, value) => new TextEncoder().encode(encodeJson(value)),
    decode: (_, bytes) => decodeJson(bytes),
    check: () => true,
    sparkplugEncode: (value) => new TextEncoder().encode(encodeJson(value)),
    sparkplugDecode: (bytes) => decodeJson(bytes),
    externalEncode: async (_, value) => new TextEncoder().encode(encodeJson(value)),
    externalDecode: async (_, bytes) => decodeJson(bytes),
    encodeAndTag: async (_, _registry, value) => new TextEncoder().encode(encodeJson(value)),
  },
  ...(jq && { jq }),
})

export async function evaluate(expression: string, environment = createEnvironment()): Promise<Value> {
  return evaluateExpression(expression, functionsByName, columnsFromMap(columns), environment)
}
