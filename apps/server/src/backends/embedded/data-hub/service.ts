import {
  AppError,
  type PayloadDecoder,
  registriesInSql,
  type SchemaRegistrySettings,
  schemasInSql,
} from '@mqdeck/contract'
import {
  createTransformations,
  createValidations,
  SchemaError,
  type SchemaRegistry,
  type Transformations,
  type TransformContext,
  type Validations,
} from '@mqdeck/data-hub'
import { propertyMap, RuleError } from '@mqdeck/rules'
import type { Connections, View } from '../../../broker-config/configuration.ts'
import type { RootWire } from '../../../broker-config/roots.ts'
import type { BrokerContext } from '../broker-context.ts'
import type { DataIntegration } from '../integrations/service.ts'
import { invalid, requireFewer } from '../root-checks.ts'
import { createPayloadDecoders, type PayloadDecoders } from './payload-decoders.ts'

/** The schema registry with the validations and transformations of messages. */
export interface DataHub {
  readonly schemaRegistry: SchemaRegistry
  readonly validations: Validations
  readonly transformations: Transformations
  readonly payloadDecoders: PayloadDecoders
  /** The context of a transformation, for a dry run. */
  readonly transformContext: () => Pick<TransformContext, 'node' | 'now' | 'maxTopicLevels'>
  /** Call before clients can connect. */
  readonly start: () => void
}

type Context = Pick<BrokerContext, 'broker' | 'configuration' | 'store' | 'clock' | 'log' | 'node'> & {
  readonly schemaRegistry: SchemaRegistry
  readonly ruleEngine: DataIntegration['ruleEngine']
}

export function createDataHub(context: Context): DataHub {
  const { broker, configuration, store, clock, log, node, schemaRegistry: schemas, ruleEngine } = context
  const { hooks, metrics } = broker
  const transformContext = () => ({
    node,
    now: clock.now(),
    maxTopicLevels: broker.zones().default.mqtt.max_topic_levels,
  })
  const validations = createValidations({
    hooks,
    clock,
    log,
    schemas,
    compileSql: ruleEngine.compileCheck,
    count: (result) => {
      metrics[`messages.validation_${result}`] += 1
    },
    onFailure: (name, message) => ruleEngine.policyFailed('validation', name, message),
  })
  const transformations = createTransformations({
    hooks,
    clock,
    log,
    schemas,
    context: (message) => ({
      ...transformContext(),
      attributes: broker.client(message.from.clientId)?.info.attributes ?? {},
      properties: () => propertyMap(message.properties),
    }),
    count: (result) => {
      metrics[`messages.transformation_${result}`] += 1
    },
    onFailure: (name, message) => ruleEngine.policyFailed('transformation', name, message),
  })
  return {
    schemaRegistry: schemas,
    validations,
    transformations,
    payloadDecoders: createPayloadDecoders(store),
    transformContext,
    start() {
      validations.update(configuration.get('schema_validation').validations)
      transformations.update(configuration.get('message_transformation').transformations)
    },
  }
}

type Policies = 'schema_validation' | 'message_transformation'

/** Checks are called for every change of the configuration: they run if their root or the registry changed. */
function createChangeCheck() {
  const last = new Map<Policies, readonly [unknown, unknown]>()
  return <N extends Policies>(name: N, check: (next: RootWire<N>, view: View) => void) =>
    (next: RootWire<N>, view: View): void => {
      const schemas = view.get('schema_registry')
      const [before, schemasBefore] = last.get(name) ?? []
      if (before === next && schemasBefore === schemas) return
      check(next, view)
      last.set(name, [next, schemas])
    }
}

const maxSchemas = 1000
const namePattern = /^[0-9A-Za-z][0-9A-Za-z_-]{0,254}$/

export function dataHubRoots({
  schemaRegistry,
  validations,
  transformations,
  ruleEngine,
}: DataHub & Pick<DataIntegration, 'ruleEngine'>): Connections<
  'schema_registry' | 'schema_validation' | 'message_transformation'
> {
  const checkSchemas = createSchemaCheck(schemaRegistry)
  const onlyNew = createChangeCheck()
  return {
    schema_registry: {
      prepare: ({ schemas }) => schemaRegistry.prepare(Object.values(schemas)),
      check: checkSchemas,
      apply: (_next, _previous, view) => schemaRegistry.update(view.get('schema_registry')),
    },
    schema_validation: {
      check: onlyNew('schema_validation', ({ validations: all }, view) => {
        const uses = usesOf(view, schemaRegistry)
        all.forEach(({ name, checks }, at) => {
          checks.forEach((check, index) => {
            const path = `schema_validation.validations.${at + 1}.checks.${index + 1}`
            if (check.type === 'sql') requireSql(ruleEngine, check.sql, `${path}.sql`)
            else uses(check, path, name)
          })
        })
      }),
      apply: (_next, _previous, view) => validations.update(view.get('schema_validation').validations),
    },
    message_transformation: {
      check: onlyNew('message_transformation', ({ transformations: all }, view) => {
        const uses = usesOf(view, schemaRegistry)
        all.forEach((one, at) => {
          for (const side of ['payload_decoder', 'payload_encoder'] as const) {
            const format = one[side]
            const path = `message_transformation.transformations.${at + 1}.${side}`
            if (format.type === 'avro' || format.type === 'protobuf') uses(format, path, one.name)
          }
        })
      }),
      apply: (_next, _previous, view) => transformations.update(view.get('message_transformation').transformations),
    },
  }
}

/** A schema that cannot be compiled, with its path in the configuration. */
export class InvalidSchema extends AppError {
  readonly schema: string
  /** The same for the request that contains only this schema, which EMQX names `root`. */
  readonly inRequest: AppError

  constructor(schema: string, reason: string, source: string) {
    const { code, message, status } = invalid(`schema_registry.schemas.${schema}.source`, reason, source)
    super(code, message, { status })
    this.schema = schema
    this.inRequest = invalid('root.source', reason, source)
  }
}

/** Called for every change of the configuration, so it checks only what is new. */
function createSchemaCheck(registry: SchemaRegistry) {
  let last: SchemaRegistrySettings | undefined
  return (next: SchemaRegistrySettings): void => {
    if (next === last) return
    requireFewer('schema_registry.schemas', next.schemas, maxSchemas)
    requireFewer('schema_registry.external', next.external, maxSchemas)
    for (const [name, schema] of Object.entries(next.schemas)) {
      if (!namePattern.test(name)) throw invalid('schema_registry.schemas', nameReason, name)
      const before = last?.schemas[name]
      if (before !== undefined && before.type === schema.type && before.source === schema.source) continue
      try {
        registry.compiled(schema)
      } catch (error) {
        if (!(error instanceof SchemaError)) throw error
        throw new InvalidSchema(name, error.message, schema.source.slice(0, 1000))
      }
    }
    for (const name of Object.keys(next.external))
      if (!namePattern.test(name)) throw invalid('schema_registry.external', nameReason, name)
    last = next
  }
}

const nameReason = 'must have names of letters, digits, hyphens and underscores'

interface Use {
  readonly type: string
  readonly schema: string
  readonly message_type?: string
}

/** Checks uses of schemas with the schemas of the new configuration. */
function usesOf(view: View, registry: SchemaRegistry) {
  const { schemas } = view.get('schema_registry')
  return ({ type, schema, message_type }: Use, path: string, name: string): void => {
    const found = Object.hasOwn(schemas, schema) ? schemas[schema] : undefined
    if (found === undefined) throw invalid(`${path}.schema`, `schema does not exist, and ${name} needs it`, schema)
    if (found.type !== type) throw invalid(`${path}.schema`, `is a schema of type ${found.type}, not ${type}`, schema)
    if (message_type === undefined) return
    if (registry.compiled(found).messageTypes?.has(message_type) !== true)
      throw invalid(`${path}.message_type`, `is no message type of schema ${schema}`, message_type)
  }
}

function requireSql({ compileCheck }: DataIntegration['ruleEngine'], sql: string, path: string): void {
  try {
    compileCheck(sql)
  } catch (error) {
    if (error instanceof RuleError) throw invalid(path, error.message, sql.slice(0, 1000))
    throw error
  }
}

/** @throws {AppError} DEPENDENCY_EXISTS, with the names of what uses the schema */
export function requireUnusedSchema(name: string, view: View, decoders: readonly PayloadDecoder[]): void {
  const isInSql = (sql: string) => schemasInSql(sql).includes(name)
  const transformations = view
    .get('message_transformation')
    .transformations.filter(({ payload_decoder, payload_encoder }) =>
      [payload_decoder, payload_encoder].some((format) => 'schema' in format && format.schema === name),
    )
  requireNone(`Schema ${name}`, [
    ...rulesWith(view, isInSql),
    ...validationsWith(view, (check) => (check.type === 'sql' ? isInSql(check.sql) : check.schema === name)),
    ...transformations.map((one) => `transformation ${one.name}`),
    ...decoders.filter(({ schema }) => schema === name).map(({ topic }) => `payload decoder ${topic}`),
  ])
}

/** @throws {AppError} DEPENDENCY_EXISTS, with the names of what uses the external registry */
export function requireUnusedRegistry(name: string, view: View): void {
  const isInSql = (sql: string) => registriesInSql(sql).includes(name)
  requireNone(`External registry ${name}`, [
    ...rulesWith(view, isInSql),
    ...validationsWith(view, (check) => check.type === 'sql' && isInSql(check.sql)),
  ])
}

const rulesWith = (view: View, isInSql: (sql: string) => boolean): readonly string[] =>
  Object.entries(view.get('rule_engine').rules)
    .filter(([, { sql }]) => isInSql(sql))
    .map(([id]) => `rule ${id}`)

type Check = RootWire<'schema_validation'>['validations'][number]['checks'][number]

const validationsWith = (view: View, isUser: (check: Check) => boolean): readonly string[] =>
  view
    .get('schema_validation')
    .validations.filter(({ checks }) => checks.some(isUser))
    .map(({ name }) => `validation ${name}`)

function requireNone(what: string, users: readonly string[]): void {
  if (users.length > 0)
    throw new AppError('DEPENDENCY_EXISTS', `${what} is used by ${users.slice(0, 20).join(', ')}`, { status: 400 })
}
