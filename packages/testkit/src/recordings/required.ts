import { listContractFiles, readContractFile } from './contract-folder.ts'
import { isObject, type Json, listAt, objectAt } from './json.ts'

/** What EMQX answered to one body with each of its fields left out in turn. */
export interface RequiredFields {
  /** `POST /authentication jwt#hmac`, or with the number of a recording: `POST /banned #129`. */
  readonly name: string
  readonly method: string
  /** Below `/api/v5`, without a query. */
  readonly path: string
  /** The whole body where it is a recorded one. */
  readonly body: unknown
  /** The values that say which kind of thing the body is about: `{mechanism: 'jwt', use_jwks: false, ...}`. */
  readonly tags: Json
  /** By path in the body (`parameters.topic`): what EMQX answers without the field. */
  readonly required: ReadonlyMap<string, Refused>
  /** Accepted without them. */
  readonly optional: readonly string[]
}

interface Refused {
  readonly status: number
  /** Cut after some 200 characters. */
  readonly message: string
}

/** Everything in `required.json`. */
export function requiredFields(): readonly RequiredFields[] {
  const files = listContractFiles('recorded/seed')
  return Object.entries(readContractFile('required.json') as Json).flatMap(([name, entry]) => {
    const [method = '', path = '', of = ''] = name.split(' ')
    if (!isObject(entry)) return []
    const file = of.startsWith('#') ? files.find((one) => one.startsWith(`${of.slice(1)}_`)) : undefined
    const body = file === undefined ? undefined : objectAt(readContractFile('recorded', 'seed', file), 'request')
    const tags = body === undefined ? tagsOf(path, of) : kindOf(body)
    const required = Object.entries(objectAt(entry, 'required'))
      .map(([field, refused]) => [field, toRefused(refused)] as const)
      // A body that is refused whole is refused without an optional field as well.
      .filter(([, { message }]) => entry.whole_body !== 400 || message !== messageOf(entry))
    return [
      { name, method, path, body, tags, required: new Map(required), optional: listAt(entry, 'optional').map(String) },
    ]
  })
}

const toRefused = (refused: unknown): Refused =>
  isObject(refused) ? { status: Number(refused.status), message: String(refused.message) } : { status: 0, message: '' }

/** The message within the answer to the whole body, which was printed by Python. */
const messageOf = ({ message }: Json) => /'message': '([^']*)'/.exec(String(message))?.[1]

/** Fields with which a body says what it is. */
const telling = ['type', 'mechanism', 'backend', 'redis_type', 'mongo_type', 'use_jwks', 'algorithm', 'driver']

const kindOf = (body: Json): Json => Object.fromEntries(Object.entries(body).filter(([key]) => telling.includes(key)))

/** `password_based:redis#single` and `redis`, the two notations of the list. */
function tagsOf(path: string, of: string): Json {
  const [main = '', variant = ''] = of.split('#')
  const [first = '', backend] = main.split(':')
  if (path.startsWith('/authorization')) return { type: main }
  const shape = jwtShapes[variant] ?? (backend === 'redis' ? { redis_type: variant } : {})
  return {
    mechanism: first,
    ...(backend !== undefined && { backend }),
    ...(backend === 'mongodb' && { mongo_type: variant }),
    ...(backend === 'http' && variant !== '' && { method: variant }),
    ...shape,
  }
}

const jwtShapes: Readonly<Record<string, Json>> = {
  hmac: { use_jwks: false, algorithm: 'hmac-based' },
  public: { use_jwks: false, algorithm: 'public-key' },
  jwks: { use_jwks: true },
}
