import { databaseField, passwordField, poolSizeField, tlsField, usernameField } from '@mqdeck/contract'
import {
  manifestOf as declared,
  type IntegrationManifest,
  structsOf,
  typesOf,
  unavailableType,
} from '@mqdeck/integrations/catalog'
import { type SchemaTexts, structTexts } from '../../schema-form/index.ts'
import type { Kind } from './kinds.ts'

/** The purpose of a kind, where it differs from that of its type. */
export const aboutOf = (kind: Kind, type: string): IntegrationManifest['about'] | undefined =>
  declared(type)?.[kind]?.about

/** Initial values of a new object in addition to the defaults, as examples to edit. */
export function exampleOf(kind: Kind, type: string): Readonly<Record<string, unknown>> {
  const manifest = declared(type)
  if (manifest) return manifest[kind]?.example ?? {}
  return unavailableType(type)?.examples[kind] ?? {}
}

/**
 * Field texts of a type, by component.
 * @param components of the type in the schema of the broker, which may have more than this broker
 */
export function textsOfType(kind: Kind, type: string, components: readonly string[] = []): SchemaTexts {
  const structs = structsOf(kind, type)
  if (!structs)
    return Object.fromEntries(components.map((name) => [name, { ...sharedTexts(kind), ...undeclared[name] }]))
  const texts = structTexts([structs.post])
  const { name } = structs.post
  const own = { ...texts[name], resource_opts: { label: optionLabels[kind], advanced: true } }
  const others = components.filter((one) => one !== name && texts[one] === undefined)
  const options = texts[declared(type)?.[kind]?.resourceOpts.name ?? '']
  return {
    ...texts,
    [name]: own,
    ...Object.fromEntries(
      others.flatMap((one) => [
        [one, { ...sharedTexts(kind), ...own, ...undeclared[one] }],
        [`${one.split('.')[0]}.${kind}_resource_opts`, options],
      ]),
    ),
  }
}

/** Texts of the fields that all types have, and of the connection fields that most connectors share in EMQX. */
function sharedTexts(kind: Kind): SchemaTexts[string] {
  const [first, ...others] = typesOf(kind).flatMap((type) => structsOf(kind, type)?.post ?? [])
  const isShared = (field: string) => others.every(({ fields }) => Object.hasOwn(fields, field))
  const fields = Object.entries(first?.fields ?? {}).filter(([field]) => isShared(field))
  const shared = { ...(kind === 'connector' && connectionFields), ...Object.fromEntries(fields) }
  return {
    ...structTexts([{ name: '', fields: shared }])[''],
    resource_opts: { label: optionLabels[kind], advanced: true },
  }
}

const connectionFields = {
  database: databaseField,
  username: usernameField,
  password: passwordField,
  pool_size: poolSizeField,
  ssl: tlsField,
}

const sidOrServiceNote = { en: 'Enter the SID, the service name, or both.', zh: 'SID 与服务名称至少填写一项。' }

/** Texts for fields that this broker does not have. */
const undeclared: SchemaTexts = {
  'iotdb.post_thrift': {
    server: {
      label: { en: 'Server', zh: '服务器' },
      help: { en: 'Host and port. Default port 6667.', zh: '主机和端口，默认端口 6667。' },
    },
    protocol_version: { label: { en: 'Protocol version', zh: '协议版本' }, advanced: true },
    zoneId: { label: { en: 'Time zone', zh: '时区' } },
    recv_timeout: {
      label: { en: 'Response timeout', zh: '响应超时' },
      help: { en: 'Maximum time to wait for a response.', zh: '等待响应的最长时间。' },
      advanced: true,
    },
    driver: {
      label: { en: 'Driver', zh: '驱动' },
      help: { en: 'The REST API, or the Thrift interface of a session.', zh: 'REST API，或会话的 Thrift 接口。' },
    },
  },
  'bridge_oracle.post_connector': {
    sid: { label: { en: 'SID', zh: 'SID' }, help: sidOrServiceNote },
    service_name: { label: { en: 'Service name', zh: '服务名称' }, help: sidOrServiceNote },
  },
}

/** More specific labels, because there are other advanced fields. */
const optionLabels = {
  connector: { en: 'Start and health checks', zh: '启动与健康检查' },
  action: { en: 'Buffer and health checks', zh: '缓存与健康检查' },
  source: { en: 'Health checks', zh: '健康检查' },
} as const
