import { generateKeyPairSync } from 'node:crypto'
import type { Json, RequiredFields } from '@mqdeck/testkit'

/**
 * Valid bodies for the entries of `required.json` without a recorded body, with every field that was omitted in turn.
 * Nothing listens on port 9.
 */
export function completeBody({ body, path, tags, required, optional }: RequiredFields): unknown {
  if (body !== undefined) return body
  const isSource = path.startsWith('/authorization')
  const values: Json = { ...common, ...(isSource ? sourceValues : authenticatorValues), ...byBackend(tags), ...tags }
  const names = [...new Set([...Object.keys(tags), ...required.keys(), ...optional])]
  return Object.fromEntries(names.map((name) => [name, sampleOf(values, name)]))
}

function sampleOf(values: Json, name: string): unknown {
  if (!Object.hasOwn(values, name)) throw new Error(`required-bodies.ts has no value for ${name}`)
  return values[name]
}

const common: Json = {
  server: '127.0.0.1:9',
  servers: '127.0.0.1:9',
  url: 'http://127.0.0.1:9/auth',
  database: 'mqtt',
  username: 'u',
  password: 'p',
  query_timeout: '5s',
  connect_timeout: '5s',
  request_timeout: '5s',
  pool_size: 1,
  enable_pipelining: 10,
  ssl: { enable: false },
  collection: 'users',
  filter: { username: '${username}' },
  w_mode: 'unsafe',
  r_mode: 'master',
  replica_set_name: 'rs0',
  sentinel: 'mymaster',
  method: 'post',
  headers: { accept: 'application/json' },
  body: { username: '${username}' },
  base_dn: 'ou=devices,dc=example,dc=com',
  max_rules: 100,
}

const authenticatorValues: Json = {
  user_id_type: 'username',
  query: 'SELECT password_hash FROM users WHERE username = ${username} LIMIT 1',
  cmd: 'HMGET users:${username} password_hash',
  password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
  password_hash_field: 'password_hash',
  salt_field: 'salt',
  is_superuser_field: 'is_superuser',
  secret: 'abcdef',
  secret_base64_encoded: false,
  from: 'password',
  verify_claims: {},
  disconnect_after_expire: true,
  endpoint: 'http://127.0.0.1:9/jwks.json',
  refresh_interval: 300,
  public_key: generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).publicKey,
  algorithm: 'sha256',
  iteration_count: 4096,
}

const sourceValues: Json = {
  query: 'SELECT action, permission, topic FROM acl WHERE username = ${username}',
  cmd: 'HGETALL acl:${username}',
  publish_attribute: 'mqttPublishTopic',
  subscribe_attribute: 'mqttSubscriptionTopic',
  all_attribute: 'mqttPubSubTopic',
  mongo_type: 'single',
  redis_type: 'single',
}

function byBackend({ backend, type, mechanism }: Json): Json {
  const name = backend ?? type
  if (name === 'redis') return { database: 0 }
  if (name === 'ldap') return { filter: '(uid=${username})', method: { type: 'bind', bind_password: '${password}' } }
  return mechanism === 'scram' && name === 'http' ? { method: 'get' } : {}
}
