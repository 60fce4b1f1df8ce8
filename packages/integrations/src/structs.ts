import {
  choice,
  type Fields,
  flag,
  integer,
  type Kind,
  list,
  type SomeStruct,
  setting,
  struct,
  structKind,
  text,
  variants,
} from '@mqdeck/contract'
import type { IntegrationManifest, KindManifest } from './port.ts'

/** Kind of integration. */
export type IntegrationKind = 'connector' | 'action' | 'source'

/** The structs of a connector, action or source of a type. */
export interface KindStructs {
  /** Body of a POST and of a test. */
  readonly post: SomeStruct
  readonly put: SomeStruct
  /** Response of a GET. */
  readonly get: SomeStruct
  /** The configuration under type and name. */
  readonly config: SomeStruct
}

/** Name rule of EMQX. */
export const nameKind = text({
  pattern: /^[0-9a-zA-Z][-0-9a-zA-Z_]{0,254}$/,
  expects: 'a name of letters, digits, _ and - that starts with a letter or digit',
})

export const isName = (given: string): boolean => nameKind.schema.safeParse(given).success

const common = {
  enable: setting(flag(), { default: true, label: { en: 'Enabled', zh: '启用' } }),
  description: setting(text(), { default: '', label: { en: 'Description', zh: '描述' } }),
  tags: setting(list(text()), { advanced: true, label: { en: 'Tags', zh: '标签' } }),
} satisfies Fields

const times = {
  created_at: setting(integer(0), { hidden: true, readOnly: true, label: { en: 'Created', zh: '创建时间' } }),
  last_modified_at: setting(integer(0), { hidden: true, readOnly: true, label: { en: 'Modified', zh: '修改时间' } }),
} satisfies Fields

const status = choice(['connected', 'disconnected', 'connecting', 'inconsistent'])
const reasonAbout = {
  wire: { example: 'Connection refused' },
  readOnly: true,
  label: { en: 'Reason', zh: '原因' },
} as const

const nodeStatus = (component: string) =>
  struct(component, {
    node: setting(text(), { wire: { example: 'emqx@127.0.0.1' }, label: { en: 'Node', zh: '节点' } }),
    status: setting(status, { label: { en: 'Status', zh: '状态' } }),
    status_reason: setting(text(), reasonAbout),
  })

export const statusFields = (component: string): Fields => ({
  status: setting(status, { readOnly: true, label: { en: 'Status', zh: '状态' } }),
  status_reason: setting(text(), reasonAbout),
  node_status: setting(list(structKind(nodeStatus(component))), {
    readOnly: true,
    label: { en: 'Status by node', zh: '节点状态' },
  }),
})

const answered: Readonly<Record<IntegrationKind, Fields>> = {
  connector: {
    ...statusFields('connector.node_status'),
    actions: setting(list(text()), {
      wire: { example: ['my_action'] },
      readOnly: true,
      label: { en: 'Actions', zh: '动作' },
    }),
  },
  action: statusFields('bridge.node_status'),
  source: statusFields('bridge.node_status'),
}

/** Undefined if the type has no such kind. */
export function kindStructs(part: IntegrationKind, manifest: IntegrationManifest): KindStructs | undefined {
  const about: KindManifest | undefined = manifest[part]
  if (!about) return undefined
  const { components, fields = {}, parameters, resourceOpts, check } = about
  const own: Fields = {
    ...common,
    ...(part !== 'connector' && { connector: connectorField }),
    ...(parameters && { parameters: setting(parametersKind(parameters), { required: true, label: parametersLabel }) }),
    ...fields,
    // An object of defaults, completed by its own struct.
    resource_opts: { ...resourceField, kind: structKind(resourceOpts as never), present: true, filled: {} },
  }
  const identity: Fields = {
    type: setting(choice([manifest.type]), { required: true, label: { en: 'Type', zh: '类型' } }),
    name: setting(nameKind, { required: true, label: { en: 'Name', zh: '名称' } }),
  }
  const make = (component: string, all: Fields): SomeStruct => struct(component, all, check)
  return {
    post: make(components.post, { ...identity, ...own }),
    put: make(components.put, own),
    get: struct(components.get, { ...identity, ...own, ...answered[part] }),
    config: make(components.put, part === 'connector' ? own : { ...own, ...times }),
  }
}

const connectorField = setting(text(), { required: true, label: { en: 'Connector', zh: '连接器' } })
const parametersLabel = { en: 'Parameters', zh: '参数' }
const resourceField = { label: { en: 'Advanced', zh: '高级设置' }, wire: { default: {} }, advanced: true } as const

function parametersKind(structs: readonly SomeStruct[]): Kind {
  const [only, ...others] = structs
  // The types of the fields are not needed here.
  return only && others.length === 0 ? (structKind(only as never) as Kind) : (variants(structs) as Kind)
}
