import {
  AppError,
  type ErrorCode,
  type ExternalRegistry,
  noContent,
  ok,
  type RegisteredSchema,
  type SchemaRegistrySettings,
} from '@mqdeck/contract'
import type { Call } from '../../../http/mount.ts'
import type { BrokerContext } from '../broker-context.ts'
import { authorOf, type HandlersOf } from '../management.ts'
import { type DataHub, InvalidSchema, requireUnusedRegistry, requireUnusedSchema } from './service.ts'

const unknownSchema = () => new AppError('NOT_FOUND', 'Schema not found')
const unknownRegistry = () => new AppError('NOT_FOUND', 'External registry not found')
const exists = (code: ErrorCode, message: string) => new AppError(code, message, { status: 400 })

const without = <T>(map: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(map).filter(([one]) => one !== name))

export function schemaRegistryHandlers({
  configuration,
  payloadDecoders,
}: BrokerContext & DataHub): HandlersOf<'schemaRegistries'> {
  const settings = () => configuration.get('schema_registry')
  const change = (
    call: Call,
    what: string,
    make: (before: SchemaRegistrySettings) => SchemaRegistrySettings,
  ): Promise<void> =>
    configuration.change((view) => ({ schema_registry: make(view.get('schema_registry')) }), authorOf(call, what))

  const changeSchema = async (name: string, ...parts: Parameters<typeof change>): Promise<void> => {
    try {
      await change(...parts)
    } catch (error) {
      throw error instanceof InvalidSchema && error.schema === name ? error.inRequest : error
    }
  }

  const toSchema = (name: string): RegisteredSchema => {
    const { schemas } = settings()
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (schema === undefined) throw unknownSchema()
    const { type, source, description } = schema
    return { name, type, source, description }
  }
  const toRegistry = (name: string): ExternalRegistry => {
    const { external } = configuration.shown('schema_registry')
    const registry = Object.hasOwn(external, name) ? external[name] : undefined
    if (registry === undefined) throw unknownRegistry()
    const { type, url, auth } = registry
    return { type, url, ...(auth !== 'none' && { auth }) }
  }

  return {
    listSchemas: () => ok(Object.keys(settings().schemas).sort().map(toSchema)),
    async createSchema({ body: { name, ...schema } }, call) {
      await changeSchema(name, call, 'POST /schema_registry', (before) => {
        if (Object.hasOwn(before.schemas, name)) throw exists('ALREADY_EXISTS', 'Schema already exists')
        return { ...before, schemas: { ...before.schemas, [name]: schema } }
      })
      return { status: 201, body: toSchema(name) }
    },
    getSchema: ({ params: { name } }) => ok(toSchema(name)),
    async updateSchema({ params: { name }, body }, call) {
      await changeSchema(name, call, `PUT /schema_registry/${name}`, (before) => {
        const schema = Object.hasOwn(before.schemas, name) ? before.schemas[name] : undefined
        if (schema === undefined) throw unknownSchema()
        const { description = schema.description } = body
        return { ...before, schemas: { ...before.schemas, [name]: { ...body, description } } }
      })
      return ok(toSchema(name))
    },
    async deleteSchema({ params: { name } }, call) {
      await configuration.change(
        (view) => {
          const before = view.get('schema_registry')
          if (!Object.hasOwn(before.schemas, name)) throw unknownSchema()
          requireUnusedSchema(name, view, payloadDecoders.all())
          return { schema_registry: { ...before, schemas: without(before.schemas, name) } }
        },
        authorOf(call, `DELETE /schema_registry/${name}`),
      )
      return noContent
    },
    listExternalRegistries: () =>
      ok(Object.fromEntries(Object.keys(settings().external).map((name) => [name, toRegistry(name)]))),
    async createExternalRegistry({ body: { name, ...registry } }, call) {
      await change(call, 'POST /schema_registry_external', (before) => {
        if (Object.hasOwn(before.external, name)) throw exists('BAD_REQUEST', 'External registry already exists')
        return { ...before, external: { ...before.external, [name]: registry } }
      })
      return { status: 201, body: toRegistry(name) }
    },
    getExternalRegistry: ({ params: { name } }) => ok(toRegistry(name)),
    async updateExternalRegistry({ params: { name }, body }, call) {
      await change(call, `PUT /schema_registry_external/registry/${name}`, (before) => {
        if (!Object.hasOwn(before.external, name)) throw unknownRegistry()
        return { ...before, external: { ...before.external, [name]: body } }
      })
      return ok(toRegistry(name))
    },
    async deleteExternalRegistry({ params: { name } }, call) {
      await configuration.change(
        (view) => {
          const before = view.get('schema_registry')
          requireUnusedRegistry(name, view)
          return { schema_registry: { ...before, external: without(before.external, name) } }
        },
        authorOf(call, `DELETE /schema_registry_external/registry/${name}`),
      )
      return noContent
    },
  }
}
