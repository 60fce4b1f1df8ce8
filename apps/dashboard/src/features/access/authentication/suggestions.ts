import type { Authenticator } from '@mqdeck/contract'

const sql = 'SELECT password_hash, salt FROM mqtt_user WHERE username = ${username} LIMIT 1'

const suggested: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'password_based:built_in_database': { user_id_type: 'username' },
  'password_based:mysql': { server: '127.0.0.1:3306', database: 'mqtt', query: sql },
  'password_based:postgresql': { server: '127.0.0.1:5432', database: 'mqtt', query: sql },
  'password_based:mongodb': {
    server: '127.0.0.1:27017',
    database: 'mqtt',
    collection: 'users',
    filter: { username: '${username}' },
  },
  'password_based:redis': {
    server: '127.0.0.1:6379',
    cmd: 'HMGET mqtt_user:${username} password_hash salt',
  },
  'password_based:http': {
    method: 'post',
    url: 'http://127.0.0.1:8080',
    body: { username: '${username}', password: '${password}' },
  },
  'password_based:ldap': { server: '127.0.0.1:389' },
  'scram:http': { url: 'http://127.0.0.1:8080', body: { username: '${username}' } },
}

/** Example values for the form of a new authenticator, instead of empty fields. */
export const suggestionsFor = (id: string): Readonly<Partial<Authenticator>> => suggested[id] ?? {}
