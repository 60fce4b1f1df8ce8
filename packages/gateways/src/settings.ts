import {
  choice,
  duration,
  flag,
  gatewayFields,
  gatewayListenerStructs,
  gatewayListenerTypes,
  type Kind,
  list,
  oneOf,
  type Setting,
  type SomeStruct,
  type Struct,
  setting,
  struct,
  structKind,
  text,
} from '@mqdeck/contract'
import type { GatewayManifest, GatewayTransport } from './port.ts'

type OwnFields = Readonly<Record<string, Setting>>

/** The settings of a gateway without its listeners and its authenticator: the fields of its page and of `PUT /gateways/{name}`. */
export function gatewayStruct(manifest: GatewayManifest): SomeStruct {
  const { component, check } = manifest
  return struct(component, fieldsOf(manifest), check && ((value, refuse) => check(value, refuse)))
}

/** The same with more fields, for the configuration file. */
export function gatewayStructWith(manifest: GatewayManifest, others: OwnFields): SomeStruct {
  const { component, check } = manifest
  return struct(component, { ...fieldsOf(manifest), ...others }, check && ((value, refuse) => check(value, refuse)))
}

function fieldsOf({ fields, clientInfoOverride, idleTimeout, defaultMountpoint }: GatewayManifest): OwnFields {
  const { idle_timeout, mountpoint } = gatewayFields
  return {
    ...fields,
    ...gatewayFields,
    ...(idleTimeout !== undefined && {
      idle_timeout: setting(duration({ min: '1ms' }), { ...aboutOf(idle_timeout), default: idleTimeout }),
    }),
    ...(defaultMountpoint !== undefined && {
      mountpoint: setting(text(mountpointText), { ...aboutOf(mountpoint), default: defaultMountpoint }),
    }),
    clientinfo_override: setting(structKind(clientInfoOverride as Struct) as Kind, {
      label: { en: 'Client information override', zh: '客户端信息覆盖' },
      help: {
        en: 'Templates that replace the client ID, the username and the password of clients.',
        zh: '用于替换客户端 ID、用户名和密码的模板。',
      },
    }),
  }
}

const mountpointText = { maxBytes: 1024, pattern: /^[^+#\0]*$/, expects: 'a topic prefix without + and #' }

const aboutOf = ({ label, help, wire }: Setting) => ({ label, ...(help && { help }), ...(wire && { wire }) })

const label = { en: '', zh: '' } // not printed
const name = (of: readonly string[]) => setting(choice(of), { label })
const optional = (kind: Kind = text() as Kind) => setting(kind, { label })
const state = {
  status: optional(choice(['running', 'stopped', 'unloaded']) as Kind),
  created_at: optional(),
  started_at: optional(),
  stopped_at: optional(),
}

/** Schemas of gateways and their listeners for the OpenAPI document. */
export function gatewayPlugs(manifests: readonly GatewayManifest[]) {
  const types = gatewayListenerTypes.filter((type) => manifests.some(({ transports }) => transports.includes(type)))
  const listener = (type: GatewayTransport, others: OwnFields = {}) => {
    const { name: component, fields } = gatewayListenerStructs[type]
    return struct(component, {
      id: optional(),
      name: optional(),
      type: name([type]),
      ...others,
      ...fields,
    } as OwnFields)
  }
  const complete = (manifest: GatewayManifest, others: OwnFields = {}) => {
    const listeners = list(oneOf(...manifest.transports.map((type) => structKind(listener(type)) as Kind)))
    return gatewayStructWith(manifest, {
      name: name([manifest.name]),
      ...others,
      listeners: optional(listeners as Kind),
    })
  }
  return {
    gateway: manifests.map((one) => complete(one, state).schema),
    gateway_change: [
      ...manifests.map((one) => gatewayStruct(one).schema),
      ...manifests.map((one) => complete(one).schema),
    ],
    gateway_listener: types.map((type) => listener(type, { running: optional(flag() as Kind) }).schema),
    gateway_listener_change: types.map((type) => listener(type).schema),
  }
}
