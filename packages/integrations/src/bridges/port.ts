import {
  choice,
  duration,
  type Fields,
  flag,
  infinity,
  oneOf,
  type Setting,
  type SomeStruct,
  setting,
  struct,
  structKind,
} from '@mqdeck/contract'
import { structsOf } from '../catalog.ts'
import { type IntegrationKind, type KindStructs, nameKind, statusFields } from '../structs.ts'

export type Settings = Readonly<Record<string, unknown>>

/** A connector and its only action or source. */
export interface Bridge {
  readonly part: 'action' | 'source'
  readonly connector: Settings
  /** The settings of the action or source without the name of the connector. */
  readonly channel: Settings & { readonly parameters: Settings }
}

/**
 * A type of bridges, EMQX's first version of connectors and actions: one object that is a connector and its only action or
 * source. Names and form are EMQX's (`/bridges`).
 */
export interface BridgeType {
  /** Name in responses, such as `webhook`. Requests may also use the type of the connector. */
  readonly type: string
  /** Type of the connector and of its action or source. */
  readonly of: string
  readonly structs: Pick<KindStructs, 'post' | 'put' | 'get'>
  /**
   * From the settings of a bridge, without type and name.
   * @param before what a PUT changes: keeps settings that bridges do not have
   */
  read(settings: Settings, before?: Bridge): Bridge
  /** Settings of the bridge. Undefined if it is not of this type. */
  show(bridge: Bridge): Settings | undefined
}

/** The fields of connectors, actions and sources of a type, by place. */
export function fieldsOf(part: IntegrationKind, type: string) {
  const structs = structsOf(part, type)
  if (!structs) throw new TypeError(`${type} has no ${part}`)
  const { type: _, name, parameters, resource_opts, connector, ...own }: Fields = structs.post.fields
  return {
    own,
    /** One, or several variants. */
    parameters: (parameters?.kind.structs ?? []) as readonly SomeStruct[], // kinds name their own structs first
    options: resource_opts?.kind.of?.fields ?? {},
  }
}

export function bridgeStructs(
  types: readonly string[],
  component: (use: 'post' | 'put' | 'get') => string,
  fields: Fields,
  check?: (value: Settings, refuse: (field: string, reason: string) => void) => void,
): BridgeType['structs'] {
  const identity: Fields = {
    type: setting(choice(types), { required: true, label: { en: 'Type', zh: '类型' } }),
    name: setting(nameKind, { required: true, label: { en: 'Name', zh: '名称' } }),
  }
  return {
    post: struct(component('post'), { ...identity, ...fields }, check),
    put: struct(component('put'), fields, check),
    get: struct(component('get'), { ...identity, ...fields, ...statusFields('bridge.node_status') }),
  }
}

/** `resource_opts` of a connector and its action together. */
export function optionsField(name: string, fields: Fields, withOldFields: boolean): Setting {
  const unused = {
    deprecated: true,
    advanced: true,
    help: { en: 'No effect on this broker.', zh: '在此服务端不起作用。' },
  } as const
  const old: Fields = {
    auto_restart_interval: setting(oneOf(infinity(), duration()), {
      ...unused,
      label: { en: 'Restart interval', zh: '重启间隔' },
    }),
    enable_queue: setting(flag(), { ...unused, label: { en: 'Queue', zh: '队列' } }),
  }
  const all = struct(name, { ...fields, ...(withOldFields && old) })
  return {
    ...setting(structKind(all), { label: { en: 'Advanced', zh: '高级设置' }, advanced: true }),
    present: true,
    filled: {},
  }
}

export const pick = (from: Settings, names: Iterable<string>): Settings =>
  Object.fromEntries([...names].flatMap((name) => (Object.hasOwn(from, name) ? [[name, from[name]]] : [])))

export const omit = (from: Settings, names: Iterable<string>): Settings => {
  const omitted = new Set(names)
  return Object.fromEntries(Object.entries(from).filter(([name]) => !omitted.has(name)))
}
