import type { ExternalRegistrySettings } from '@mqdeck/contract'
import type { Value } from '@mqdeck/kit/json'
import { request } from 'undici'
import { compileAvro } from './avro.ts'
import type { Codec } from './codec.ts'
import { reject, SchemaError } from './schema-error.ts'

type Settings = Readonly<Record<string, ExternalRegistrySettings>>

/** Avro schemas of external registries with Confluent's API. IDs never change their schema, so that answers are kept. */
export interface ConfluentRegistries {
  /**
   * Encodes with the schema of an ID, without the tag.
   * @throws {SchemaError} (rejects), as all functions
   */
  encode(registry: string, value: Value, id: number): Promise<Uint8Array>
  /** Without `id`, the data starts with a tag. */
  decode(registry: string, data: Uint8Array, id?: number): Promise<Value>
  /** Tags data with the ID under which the schema is registered for the subject, and registers it if it is new. */
  tag(registry: string, data: Uint8Array, source: string, subject: string): Promise<Uint8Array>
  /** Registries whose settings changed forget what they kept. */
  update(settings: Settings): void
}

/** Milliseconds. */
const timeout = 5000
/** A failure is returned without another request for this time. */
const failureKept = 5000
const maxAnswerBytes = 1024 * 1024
const maxKept = 1000

interface Registry {
  readonly settings: ExternalRegistrySettings
  readonly codecs: Map<number, Promise<Codec>>
  readonly ids: Map<string, Promise<number>>
}

export function createConfluentRegistries(initial: Settings): ConfluentRegistries {
  let registries = new Map<string, Registry>()
  const update = (settings: Settings) => {
    registries = new Map(
      Object.entries(settings).map(([name, one]) => {
        const known = registries.get(name)
        return [name, known?.settings === one ? known : { settings: one, codecs: new Map(), ids: new Map() }]
      }),
    )
  }
  update(initial)
  const requireRegistry = (name: string) =>
    registries.get(name) ?? reject(`external registry ${name.slice(0, 255)} does not exist`)
  const codecOf = (registry: Registry, id: number) =>
    kept(registry.codecs, id, async () => {
      const answer = await ask(registry.settings, 'GET', `/schemas/ids/${id}`)
      if (answer.schemaType !== undefined && answer.schemaType !== 'AVRO')
        return reject(`schema ${id} of the registry is not Avro`)
      return compileAvro(typeof answer.schema === 'string' ? answer.schema : reject('the registry returned no schema'))
    })

  return {
    update,
    async encode(name, value, id) {
      return (await codecOf(requireRegistry(name), id)).encode(value)
    },
    async decode(name, data, id) {
      const registry = requireRegistry(name)
      if (id !== undefined) return (await codecOf(registry, id)).decode(data)
      if (data.length < 5 || data[0] !== 0) return reject('the data has no tag of a registry')
      const tagged = Buffer.from(data.buffer, data.byteOffset, data.byteLength).readUInt32BE(1)
      return (await codecOf(registry, tagged)).decode(data.subarray(5))
    },
    async tag(name, data, source, subject) {
      const registry = requireRegistry(name)
      const id = await kept(registry.ids, `${subject}\n${source}`, async () => {
        const path = `/subjects/${encodeURIComponent(subject)}/versions`
        const answer = await ask(registry.settings, 'POST', path, { schema: source })
        return typeof answer.id === 'number' ? answer.id : reject('the registry returned no ID')
      })
      const tagged = Buffer.alloc(5 + data.length)
      tagged.writeUInt32BE(id, 1)
      tagged.set(data, 5)
      return tagged
    },
  }
}

function kept<K, V>(cache: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const known = cache.get(key)
  if (known) return known
  if (cache.size >= maxKept) cache.clear()
  const fresh = make()
  cache.set(key, fresh)
  fresh.catch(() => {
    setTimeout(() => {
      if (cache.get(key) === fresh) cache.delete(key)
    }, failureKept).unref()
  })
  return fresh
}

async function ask(
  { url, auth }: ExternalRegistrySettings,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<{ readonly [key: string]: unknown }> {
  const authorization =
    typeof auth === 'object'
      ? { authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}` }
      : {}
  try {
    const response = await request(`${url.replace(/\/+$/, '')}${path}`, {
      method,
      headers: {
        accept: 'application/vnd.schemaregistry.v1+json, application/json',
        ...(body && { 'content-type': 'application/vnd.schemaregistry.v1+json' }),
        ...authorization,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeout),
    })
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of response.body) {
      const bytes = Buffer.from(chunk as Uint8Array) // a body without an encoding has bytes
      length += bytes.length
      if (length > maxAnswerBytes) reject('the answer of the registry is too long')
      chunks.push(bytes)
    }
    if (response.statusCode !== 200) reject(`the registry answered ${response.statusCode}`)
    const answer: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return typeof answer === 'object' && answer !== null ? { ...answer } : {}
  } catch (error) {
    if (error instanceof SchemaError) throw error
    throw new SchemaError(`the registry cannot be used: ${error instanceof Error ? error.message : 'unknown error'}`)
  }
}
