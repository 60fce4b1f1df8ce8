import { isRecord } from '@mqdeck/contract'
import { readContractFile } from './contract-folder.ts'
import { type Json, listAt, objectAt } from './json.ts'
import { recordings } from './recordings.ts'

/** EMQX's responses to one body with each of its fields omitted in turn. */
export interface RequiredFields {
  /** `POST /authentication jwt#hmac`, or with the number of a recording: `POST /banned #129`. */
  readonly name: string
  readonly method: string
  /** Below `/api/v5`, without a query. */
  readonly path: string
  /** The whole body, if it was recorded. */
  readonly body: unknown
  /** Values that identify the kind of the body: `{mechanism: 'jwt', use_jwks: false, ...}`. */
  readonly tags: Json
  /** EMQX's response without the field, by path in the body (`parameters.topic`). */
  readonly required: ReadonlyMap<string, Refused>
  /** Optional fields. */
  readonly optional: readonly string[]
}

interface Refused {
  readonly status: number
  /** Truncated after about 200 characters. */
  readonly message: string
}

/** All entries of `required.json`. */
export function requiredFields(): readonly RequiredFields[] {
  const seed = recordings('seed')
  return Object.entries(readContractFile('required.json') as Json).flatMap(([name, entry]) => {
    const [method = '', path = '', of = ''] = name.split(' ')
    if (!isRecord(entry)) return []
    const recorded = of.startsWith('#') ? seed.find((one) => one.name.startsWith(`seed/${of.slice(1)}_`)) : undefined
    const body = recorded && objectAt(recorded, 'request')
    const tags = body === undefined ? tagsOf(path, of) : kindOf(body)
    const required = Object.entries(objectAt(entry, 'required'))
      .map(([field, refused]) => [field, toRefused(refused)] as const)
      // If the complete body is rejected, it is rejected without an optional field as well.
      .filter(([, { message }]) => entry.whole_body !== 400 || message !== messageOf(entry))
    return [
      { name, method, path, body, tags, required: new Map(required), optional: listAt(entry, 'optional').map(String) },
    ]
  })
}

const toRefused = (refused: unknown): Refused =>
  isRecord(refused) ? { status: Number(refused.status), message: String(refused.message) } : { status: 0, message: '' }

/** Message in the response to the complete body, which was printed by Python. */
const messageOf = ({ message }: Json) => /'message': '([^']*)'/.exec(String(message))?.[1]

/** Fields that identify the kind of a body. */
const kindFields = ['type', 'mechanism', 'backend', 'redis_type', 'mongo_type', 'use_jwks', 'algorithm', 'driver']

const kindOf = (body: Json): Json =>
  Object.fromEntries(Object.entries(body).filter(([key]) => kindFields.includes(key)))

/** `password_based:redis#single` and `redis`, the two notations in the list. */
function tagsOf(path: string, of: string): Json {
  const [main = '', variant = ''] = of.split('#')
  const [first = '', backend] = main.split(':')
  if (path.startsWith('/authorization'))
    return {
      type: main,
      ...(main === 'redis' && single('redis_type')),
      ...(main === 'mongodb' && single('mongo_type')),
    }
  const shape = jwtShapes[variant] ?? (backend === 'redis' ? { redis_type: variant } : {})
  return {
    mechanism: first,
    ...(backend !== undefined && { backend }),
    ...(backend === 'mongodb' && { mongo_type: variant }),
    ...(backend === 'http' && variant !== '' && { method: variant }),
    ...shape,
  }
}

/** Sources were recorded with a single server only. */
const single = (field: string): Json => ({ [field]: 'single' })

const jwtShapes: Readonly<Record<string, Json>> = {
  hmac: { use_jwks: false, algorithm: 'hmac-based' },
  public: { use_jwks: false, algorithm: 'public-key' },
  jwks: { use_jwks: true },
}
