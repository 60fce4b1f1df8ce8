import {
  choice,
  mapOf,
  off,
  oneOf,
  secret,
  setting,
  struct,
  structKind,
  text,
  url,
  variants,
  type WireValue,
} from '../struct/index.ts'

export const schemaTypes = ['avro', 'protobuf', 'json'] as const
export type SchemaType = (typeof schemaTypes)[number]

/** Names of schemas, registries, validations and transformations. */
export const dataHubName = () =>
  text({
    pattern: /^[0-9A-Za-z][0-9A-Za-z_-]{0,254}$/,
    expects: 'letters, digits, - and _, beginning with a letter or digit',
  })

/** Longest source of a schema, in bytes. Every change of the configuration reads all of them. */
const maxSourceBytes = 65_536

const nameField = setting(dataHubName(), { required: true, label: { en: 'Name', zh: '名称' } })

export const descriptionField = setting(text({ maxBytes: 4096 }), {
  default: '',
  label: { en: 'Description', zh: '描述' },
})

const typeField = <const T extends SchemaType>(type: T) =>
  setting(choice([type]), { required: true, label: { en: 'Type', zh: '类型' } })

const sourceField = setting(text({ maxBytes: maxSourceBytes }), {
  required: true,
  label: { en: 'Schema', zh: 'Schema' },
  help: {
    en: 'Text of the schema: JSON for Avro and JSON Schema, a .proto file without imports for Protobuf. Up to 64 kB.',
    zh: 'Schema 文本：Avro 与 JSON Schema 使用 JSON，Protobuf 使用不含 import 的 .proto 文件。最大 64 kB。',
  },
})

/** Fields in EMQX's order, in which its messages list unknown fields. */
const schemaOf = <const T extends SchemaType>(type: T) =>
  struct(`schema_registry.${type}`, { type: typeField(type), source: sourceField, description: descriptionField })

const namedSchemaOf = <const T extends SchemaType>(type: T) =>
  struct(`schema_registry.get_${type}`, {
    type: typeField(type),
    source: sourceField,
    description: descriptionField,
    name: nameField,
  })

/** A schema of the registry, without its name. */
export const registeredSchema = variants([schemaOf('avro'), schemaOf('protobuf'), schemaOf('json')])
const changedSchemaOf = <const T extends SchemaType>(type: T) =>
  struct(`schema_registry.${type}`, {
    type: typeField(type),
    source: sourceField,
    description: setting(text({ maxBytes: 4096 }), { label: { en: 'Description', zh: '描述' } }),
  })
/** The same for a change: a missing description keeps its value. */
export const changedSchema = variants([changedSchemaOf('avro'), changedSchemaOf('protobuf'), changedSchemaOf('json')])
/** The same with its name, for creation. */
export const namedSchema = variants([namedSchemaOf('avro'), namedSchemaOf('protobuf'), namedSchemaOf('json')])

const basicAuth = struct('schema_registry.confluent_schema_registry_auth_basic', {
  mechanism: setting(choice({ basic: { en: 'Username and password', zh: '用户名和密码' } }), {
    default: 'basic',
    hidden: true,
    label: { en: 'Mechanism', zh: '认证机制' },
  }),
  username: setting(text(), { required: true, label: { en: 'Username', zh: '用户名' } }),
  password: setting(secret(), {
    required: true,
    label: { en: 'Password', zh: '密码' },
    wire: { example: 'R4ND0M/S∃CЯ∃T' },
  }),
})

const registryFields = {
  type: setting(choice(['confluent']), { default: 'confluent', label: { en: 'Type', zh: '类型' } }),
  url: setting(url(), {
    required: true,
    label: { en: 'URL', zh: 'URL' },
    help: {
      en: 'Address of the registry, with the path below which it serves /schemas and /subjects.',
      zh: '注册表地址，包含 /schemas 与 /subjects 之前的路径。',
    },
  }),
  auth: setting(oneOf(structKind(basicAuth), off('none')), {
    default: 'none',
    label: { en: 'Authentication', zh: '认证' },
    help: {
      en: 'Username and password for HTTP basic authentication, or none.',
      zh: 'HTTP 基本认证的用户名和密码，或 none。',
    },
  }),
} as const

/** An external registry with Confluent's API. */
export const externalRegistry = struct('schema_registry.confluent_schema_registry', registryFields)
export type ExternalRegistrySettings = WireValue<typeof externalRegistry>

/** The same with its name, for creation. */
export const namedRegistry = struct('schema_registry.external_registry_api_create_confluent_schema_registry', {
  ...registryFields,
  name: nameField,
})

/** Root `schema_registry`. */
export const schemaRegistry = struct('schema_registry', {
  external: setting(mapOf('$name', structKind(externalRegistry)), {
    default: {},
    label: { en: 'External registries', zh: '外部注册表' },
  }),
  schemas: setting(mapOf('$name', registeredSchema), { default: {}, label: { en: 'Schemas', zh: 'Schema' } }),
})
export type SchemaRegistrySettings = WireValue<typeof schemaRegistry>
export type SchemaSettings = SchemaRegistrySettings['schemas'][string]
