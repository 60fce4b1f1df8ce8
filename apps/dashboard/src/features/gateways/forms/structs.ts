import {
  type AnyStruct,
  gatewayFields,
  gatewayListenerStructs,
  nested,
  type Struct,
  struct,
  wsListener,
} from '@mqdeck/contract'
import type { GatewayManifest } from '@mqdeck/gateways/catalog'
import { type SchemaTexts, structTexts } from '../../../schema-form/index.ts'
import { otherKindsTexts } from './other-kinds-texts.ts'

const clientInfo = {
  label: { en: 'Client information', zh: '客户端信息' },
  help: {
    en: 'Templates that replace what the client sends as username, password and client ID.',
    zh: '用于替换客户端所发送的用户名、密码和客户端 ID 的模板。',
  },
} as const

/** The settings of a gateway without its listeners. */
export function gatewayStruct(manifest: GatewayManifest): AnyStruct {
  const { component, fields, clientInfoOverride } = manifest
  // Only its declaration is used here, not the type of its values.
  const override = nested(clientInfoOverride as unknown as Struct, clientInfo)
  return struct(component, { ...fields, ...gatewayFields, clientinfo_override: override })
}

const structs: Readonly<Record<string, AnyStruct>> = gatewayListenerStructs

/** Undefined for types that only other brokers have. */
export const listenerStruct = (type: string): AnyStruct | undefined => structs[type]

/** Texts of a component of the OpenAPI document, and of the components inside of it. */
export function sharedTexts(component: string): SchemaTexts {
  const fields = { ...gatewayFields, ...gatewayListenerStructs.tcp.fields }
  const own = structTexts([{ name: component, fields }])
  // EMQX has the same options for listeners of gateways under other names.
  const { 'emqx.ws_opts': websocket = {}, ...others } = structTexts([wsListener])
  const unprefixed = Object.entries(websocket).map(([field, texts]) => [field.replace(/^mqtt_/, ''), texts] as const)
  return {
    ...others,
    ...otherKindsTexts,
    ...own,
    'gateway.websocket': Object.fromEntries(unprefixed),
    [component]: { ...own[component], clientinfo_override: clientInfo, ...otherKindsTexts[component] },
  }
}
