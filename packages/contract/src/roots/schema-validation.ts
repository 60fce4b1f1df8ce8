import {
  choice,
  identityOf,
  list,
  setting,
  sql,
  struct,
  structKind,
  text,
  variants,
  type WireValue,
} from '../struct/index.ts'
import { type Kind, scalar } from '../struct/kind.ts'
import { maxPolicies, policyFields, repeatedIn } from './data-hub-policy.ts'

const typeField = <const T extends string>(type: T) =>
  setting(choice([type]), { default: type, label: { en: 'Type', zh: '类型' } })

const schemaField = setting(text({ maxBytes: 255 }), {
  required: true,
  label: { en: 'Schema', zh: 'Schema' },
  help: { en: 'Name of a schema of the schema registry.', zh: 'Schema 注册表中的 Schema 名称。' },
})

export const messageTypeField = setting(text({ maxBytes: 255 }), {
  required: true,
  label: { en: 'Message type', zh: '消息类型' },
  help: { en: 'Name of a message of the Protobuf schema.', zh: 'Protobuf Schema 中的消息名称。' },
})

const schemaCheck = <const T extends string>(type: T) =>
  struct(`schema_validation.check_${type}`, { type: typeField(type), schema: schemaField })

/** One check of a validation: SQL without FROM that must select the message, or a schema. */
const checks = variants([
  struct('schema_validation.check_sql', {
    type: typeField('sql'),
    sql: setting(limited(sql(), 65_536), {
      required: true,
      label: { en: 'SQL', zh: 'SQL' },
      help: {
        en: 'Statement without FROM. The check passes if WHERE is true and no function fails.',
        zh: '不含 FROM 的语句。WHERE 为真且没有函数出错时检查通过。',
      },
      wire: { example: 'SELECT payload.temp AS temp WHERE temp > 0' },
    }),
  }),
  schemaCheck('json'),
  schemaCheck('avro'),
  struct('schema_validation.check_protobuf', {
    type: typeField('protobuf'),
    schema: schemaField,
    message_type: messageTypeField,
  }),
])

function limited(kind: Kind<string>, maxLength: number): Kind<string> {
  const { schema } = scalar<string, string>({
    wire: {},
    openApi: { type: 'string' },
    read: (value, refuse) => {
      if (typeof value !== 'string') return refuse('must be a string')
      return value.length <= maxLength ? value : refuse(`must have at most ${maxLength} characters`)
    },
    toPlain: (value) => value,
  })
  return { ...kind, schema }
}

/** A check that is in the list twice. EMQX's name of it: `json:js`, or the statement. */
const nameOfCheck = (check: WireValueOf<typeof checks>): string => {
  if (check.type === 'sql') return `sql:${check.sql}`
  return check.type === 'protobuf' ? `protobuf:${check.schema}:${check.message_type}` : `${check.type}:${check.schema}`
}
type WireValueOf<K> = K extends Kind<infer W, infer _> ? W : never

const maxChecks = 100

/** A validation: messages of its topics must pass all checks, or any of them. */
export const validation = struct(
  'schema_validation.validation',
  {
    ...policyFields('schema_validation'),
    strategy: setting(
      choice({ any_pass: { en: 'Any check', zh: '任一检查' }, all_pass: { en: 'All checks', zh: '全部检查' } }),
      {
        required: true,
        label: { en: 'Strategy', zh: '验证策略' },
        help: { en: 'Whether all checks must pass or one is enough.', zh: '要求所有检查通过，或任意一个通过。' },
      },
    ),
    checks: setting(list(checks), {
      required: true,
      label: { en: 'Checks', zh: '检查' },
      help: {
        en: 'Schemas and SQL statements that the payload is checked with.',
        zh: '用于检查消息的 Schema 和 SQL 语句。',
      },
    }),
  },
  ({ checks: all }, refuse) => {
    if (all.length === 0) refuse('checks', 'at least one check must be defined')
    if (all.length > maxChecks) refuse('checks', `must have at most ${maxChecks} checks`)
    const repeated = repeatedIn(all.map(nameOfCheck))
    if (repeated.length > 0) refuse('checks', `duplicated schema checks: ${repeated.join(', ')}`)
  },
)
export type ValidationSettings = WireValue<typeof validation>
export type ValidationCheck = ValidationSettings['checks'][number]

/** Root `schema_validation`: validations in the order in which they run. */
export const schemaValidation = struct(
  'schema_validation',
  {
    validations: setting(list({ ...structKind(validation), identify: identityOf('name') }), {
      default: [],
      label: { en: 'Validations', zh: '验证' },
    }),
  },
  ({ validations }, refuse) => {
    if (validations.length > maxPolicies) refuse('validations', `must have at most ${maxPolicies} entries`)
    const repeated = repeatedIn(validations.map(({ name }) => name))
    if (repeated.length > 0) refuse('validations', `duplicated names: ${repeated.join(', ')}`)
  },
)
