import { readFileSync } from 'node:fs'
import { isRecord } from '@mqdeck/contract'
import { readContractFile } from '@mqdeck/testkit'
import { expect, test } from 'vitest'
import { exprotoProto, loadGrpc } from './protocol.ts'

const example = new URL('../../../../examples/exproto/exproto.proto', import.meta.url)

test('the example has the definition that the gateway uses', () => {
  expect(readFileSync(example, 'utf8')).toBe(exprotoProto)
})

interface Definition {
  readonly services: readonly { readonly name: string; readonly methods: readonly Method[] }[]
  readonly messages: readonly { readonly name: string; readonly fields: readonly Field[] }[]
  readonly enums: readonly { readonly name: string; readonly values: Readonly<Record<string, number>> }[]
}
interface Method {
  readonly name: string
  readonly request: string
  readonly response: string
  readonly client_streaming: boolean
}
interface Field {
  readonly name: string
  readonly number: number
  readonly type: string
  readonly type_name?: string
  readonly repeated?: boolean
}

test("services, messages and enumerations are EMQX's", async () => {
  const definition: unknown = readContractFile('grpc/exproto.json')
  if (!isRecord(definition)) throw new Error('no definition')
  const { services, messages, enums } = definition as unknown as Definition // made by machine from EMQX's descriptors
  const { root } = await loadGrpc()
  const name = (full: string) => full.replace('emqx.exproto.v1.', '')
  for (const service of services) {
    const found = root.lookupService(`emqx.exproto.v1.${service.name}`).methodsArray
    expect(
      found.map(({ name: one, requestType, responseType, requestStream }) => [
        one,
        requestType,
        responseType,
        requestStream === true,
      ]),
      service.name,
    ).toEqual(service.methods.map((one) => [one.name, name(one.request), name(one.response), one.client_streaming]))
  }
  for (const message of messages)
    expect(
      root
        .lookupType(`emqx.exproto.v1.${message.name}`)
        .fieldsArray.map(({ name: one, id, type, repeated }) => [one, id, type, repeated]),
      message.name,
    ).toEqual(
      message.fields.map((one) => [
        one.name,
        one.number,
        one.type_name ? name(one.type_name) : one.type,
        one.repeated === true,
      ]),
    )
  for (const one of enums) expect(root.lookupEnum(`emqx.exproto.v1.${one.name}`).values, one.name).toEqual(one.values)
})
